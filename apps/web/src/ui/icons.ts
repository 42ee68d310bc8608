/**
 * The icons in use, each from its own file: the package's index would load six thousand in development and in tests.
 */
export { default as IconAlertTriangle } from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
export { default as IconArrowDown } from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
export { default as IconArrowsExchange } from '@tabler/icons-react/dist/esm/icons/IconArrowsExchange.mjs';
export { default as IconArrowUp } from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
export { default as IconBell } from '@tabler/icons-react/dist/esm/icons/IconBell.mjs';
export { default as IconChartCandle } from '@tabler/icons-react/dist/esm/icons/IconChartCandle.mjs';
export { default as IconCheck } from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
export { default as IconChevronDown } from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
export { default as IconChevronLeft } from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
export { default as IconChevronRight } from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
export { default as IconCircleCheck } from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
export { default as IconClock } from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
export { default as IconCopy } from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
export { default as IconDownload } from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
export { default as IconExclamationCircle } from '@tabler/icons-react/dist/esm/icons/IconExclamationCircle.mjs';
export { default as IconHistory } from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
export { default as IconInfoCircle } from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
export { default as IconLogout } from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs';
export { default as IconMenu2 } from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs';
export { default as IconMoon } from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs';
export { default as IconPencil } from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
export { default as IconPlusMinus } from '@tabler/icons-react/dist/esm/icons/IconPlusMinus.mjs';
export { default as IconProgress } from '@tabler/icons-react/dist/esm/icons/IconProgress.mjs';
export { default as IconSearch } from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
export { default as IconSettings } from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs';
export { default as IconShare } from '@tabler/icons-react/dist/esm/icons/IconShare.mjs';
export { default as IconStar } from '@tabler/icons-react/dist/esm/icons/IconStar.mjs';
export { default as IconStarFilled } from '@tabler/icons-react/dist/esm/icons/IconStarFilled.mjs';
export { default as IconSun } from '@tabler/icons-react/dist/esm/icons/IconSun.mjs';
export { default as IconTable } from '@tabler/icons-react/dist/esm/icons/IconTable.mjs';
export { default as IconTrendingUp } from '@tabler/icons-react/dist/esm/icons/IconTrendingUp.mjs';
export { default as IconUser } from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
export { default as IconUsers } from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
export { default as IconWallet } from '@tabler/icons-react/dist/esm/icons/IconWallet.mjs';
export { default as IconX } from '@tabler/icons-react/dist/esm/icons/IconX.mjs';

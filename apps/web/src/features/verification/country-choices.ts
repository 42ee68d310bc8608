/** Countries for a list to choose from, by their names. */
export function countryChoices(countries: Readonly<Record<string, string>>): { value: string; label: string }[] {
  return Object.entries(countries)
    .map(([value, label]) => ({ value, label }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
}

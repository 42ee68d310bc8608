/**
 * Objects that one command changes, each once, in the order of its first change. The flag on a member saves a set, which
 * would hash every object of every command, and the list keeps its memory, which V8 would take back from an emptied array.
 */
export class TouchedList<Member extends { isTouched: boolean }> {
  readonly #members: (Member | undefined)[] = [];
  #count = 0;

  get length(): number {
    return this.#count;
  }

  add(member: Member): void {
    if (member.isTouched) return;
    member.isTouched = true;
    this.#members[this.#count++] = member;
  }

  /** The member at `index`, which is below `length`. */
  at(index: number): Member {
    return this.#members[index] as Member;
  }

  clear(): void {
    while (this.#count > 0) {
      this.at(--this.#count).isTouched = false;
      this.#members[this.#count] = undefined;
    }
  }
}

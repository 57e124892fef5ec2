/** So many are made over the years that lie behind, as the chain grows: three quarters as many in the beginning as on average. */
export class Quota {
  done = 0

  constructor(
    readonly all: number,
    readonly past: number,
  ) {}

  /** Whether there are fewer than there should be by a day. */
  lacks(day: number): boolean {
    const part = 1 + day / this.past
    return this.done < this.all * (0.75 * part + 0.25 * part ** 2)
  }
}

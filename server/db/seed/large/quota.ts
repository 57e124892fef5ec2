import type { Clinic } from '../organisation.ts'

/** How much of all is made by a part of the time: as the chain grows, three quarters as much in the beginning as on average. */
const asItGrows = (part: number): number => 0.75 * part + 0.25 * part ** 2

/** So many are made over the years that lie behind, in every clinic its share. */
export class Quota {
  readonly #done = new Map<Clinic, number>()
  done = 0

  constructor(
    readonly all: number,
    readonly of: { clinics: number; past: number },
    readonly curve = asItGrows,
  ) {}

  /** Whether a clinic has fewer than it should have by a day. */
  lacks(clinic: Clinic, day: number): boolean {
    const { clinics, past } = this.of
    return this.done < this.all && (this.#done.get(clinic) ?? 0) < (this.all / clinics) * this.curve(1 + day / past)
  }

  /** One more. */
  count(clinic: Clinic): void {
    this.done += 1
    this.#done.set(clinic, (this.#done.get(clinic) ?? 0) + 1)
  }
}

/** Asked for with TIMING_SAMPLES (200 on a quiet machine), else few: what else runs only ever adds time. */
const ASKED = Number(process.env.TIMING_SAMPLES ?? 0)
const SAMPLES = ASKED || 40

const sorted = (times: number[]) => times.sort((a, b) => a - b)
/** The median when enough was asked for; of few the quick fifth tells the work itself. */
const usual = (times: number[]) => sorted(times)[Math.floor(times.length / (ASKED ? 2 : 5))] as number

/** How far the times of two answers may be apart: the goal, or what a shared machine is given. */
export const TIMING_BOUND = ASKED ? 0.1 : 0.25

/**
 * How far the usual times of two requests are apart, as a share of the first. They are made in turns. What looks apart is
 * looked at again with more of them, up to four times: a true difference stays, what else ran meanwhile does not.
 * @param works the two, each giving the milliseconds of its request alone
 * @param before what is to be put right before each request, not timed
 */
export async function timesApart(
  works: readonly [() => Promise<number>, () => Promise<number>],
  before: (turn: number) => Promise<unknown>,
): Promise<number> {
  const [first, second]: [number[], number[]] = [[], []]
  for (let turn = 0; ; turn++) {
    await before(turn)
    first.push(await works[0]())
    await before(turn)
    second.push(await works[1]())
    if (first.length % SAMPLES > 0) continue
    const [a, b] = [usual(first), usual(second)]
    if (ASKED) process.stdout.write(`${SAMPLES} each: ${a.toFixed(2)} ms and ${b.toFixed(2)} ms\n`)
    const apart = Math.abs(a - b) / a
    if (ASKED || apart < TIMING_BOUND || first.length === 4 * SAMPLES) return apart
  }
}

/** The milliseconds of one request. */
export async function timed(request: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await request()
  return performance.now() - from
}

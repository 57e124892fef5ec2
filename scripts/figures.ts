import { figures } from '../server/src/modules/reporting/figures/declared.ts'

/** Prints every figure of the product: what it is called, what it means, in what it is counted. */
const listed = figures.map((figure) => ({
  code: figure.code,
  name: figure.name,
  says: figure.says,
  unit: figure.unit,
  better: figure.better,
  ...(figure.kind === 'counted'
    ? { date: figure.date, source: figure.source.name, cuts: Object.keys(figure.source.cuts) }
    : { over: figure.over, under: figure.under }),
}))
process.stdout.write(`${JSON.stringify(listed, null, 2)}\n`)

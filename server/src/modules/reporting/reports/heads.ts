import type { FigureHead } from '@dentin/contract/report'
import { countedIn, figureOf } from '../figures/declared.ts'
import type { Figure, Term } from '../figures/figure.ts'

const partsOf = (terms: readonly Term[], ofWhole = false) =>
  terms.map(({ code, sign }) => ({
    code,
    name: ofWhole ? `${figureOf(code).name}合计` : figureOf(code).name,
    minus: sign < 0,
    ofWhole,
  }))

/** A figure as the screen shows it. */
export const headOf = (figure: Figure): FigureHead => ({
  code: figure.code,
  name: figure.name,
  says: figure.says,
  unit: figure.unit,
  better: figure.better,
  date: figure.kind === 'counted' ? figure.date : '',
  over: figure.kind === 'derived' ? partsOf(figure.over) : [],
  under: figure.kind === 'derived' ? partsOf(figure.under, figure.ofWhole) : [],
  isBalance: countedIn(figure).some(({ source }) => source.kind === 'states'),
  isDistinct: countedIn(figure).some(({ distinct }) => distinct !== undefined),
})

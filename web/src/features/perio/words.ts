import {
  markNames,
  ROMAN,
  prognosisNames,
  perioStatusNames,
  type CellValue,
  type Mark,
} from '@dentin/clinical/perio/cells'
import { perioExtentNames, perioStageNames, type PerioProposal } from '@dentin/clinical/perio/case'
import { furcationPlaceNames, siteName, type FurcationPlace } from '@dentin/clinical/perio/sites'
import { gingivitisNames, perioKindNames, type PerioDiagnosis, type PerioPlan } from '@dentin/contract/perio'
import { shortDayText } from '@dentin/kit/date-text'
import { signed } from './ToothSide.tsx'

const measureNames: Readonly<Record<string, string>> = { pd: '深度', gm: '龈缘' }

/** A cell in words: 16 近中颊 深度. */
export function cellName(tooth: string, cell: string): string {
  const [kind = '', place = ''] = cell.split('.')
  const what = measureNames[kind] ?? markNames[kind as Mark]
  if (what) return `${siteName({ tooth, site: Number(place) })} ${what}`
  if (kind === 'furcation') return `${tooth} 根分叉 ${furcationPlaceNames[place as FurcationPlace] ?? ''}`
  const names: Record<string, string> = {
    mobility: '松动',
    width: '角化龈',
    prognosis: '预后',
    status: '状态',
    note: '备注',
  }
  return `${tooth} ${names[kind] ?? '补零'}`
}

/** What stands in a cell, in words. */
export function cellText(cell: string, value: CellValue | null): string {
  if (value === null) return '空'
  const kind = cell.split('.')[0] ?? ''
  if (kind in markNames || kind === 'filled') return '有'
  if (kind === 'prognosis') return prognosisNames[Number(value)] ?? String(value)
  if (kind === 'mobility' || kind === 'furcation') return `${ROMAN[Number(value)] ?? value} 度`
  if (kind === 'status') return perioStatusNames[value as keyof typeof perioStatusNames] ?? String(value)
  return typeof value === 'number' ? signed(value) : value
}

/** Day of an examination as heads show it: 5月12日, with the year where it is another. */
export const chartDay = (moment: string, now: string): string =>
  moment.slice(0, 4) === now.slice(0, 4) ? shortDayText(moment) : moment.slice(2, 10).replaceAll('-', '.')

/** A diagnosis as tags: Ⅲ 期, B 级, 广泛型. */
export function diagnosisTags(
  of: Pick<PerioDiagnosis, 'gingivitis' | 'stage' | 'grade' | 'extent'> & { kind: PerioProposal['kind'] },
): string[] {
  if (of.kind === 'open') return []
  if (of.kind !== 'periodontitis')
    return [perioKindNames[of.kind], of.gingivitis ? gingivitisNames[of.gingivitis] : ''].filter(Boolean)
  return [
    of.stage ? perioStageNames[of.stage] : '',
    of.grade ? `${of.grade} 级` : '',
    of.extent ? perioExtentNames[of.extent] : '',
  ].filter(Boolean)
}

/** How often a patient may be asked to come. */
export const maintenanceMonths = [1, 2, 3, 4, 6, 9, 12] as const satisfies readonly PerioPlan['maintenanceMonths'][]
export const maintenanceText = (months: number): string => `每 ${months} 个月`

import { comparisons, cuts, type Comparison, type Cut } from '@dentin/contract/report'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { isChain, isWide } from '../../staff/index.ts'
import type { Asked } from './ask.ts'
import { labelsOf } from './labels.ts'

/** What a report was asked for, each with its word. */
export interface Said {
  name: string
  says: string
}

/** Whose rows a report is of and how it is shown, in words, for whoever reads it away from the screen. */
export async function narrowedIn(tx: TenantTx, asked: Asked, shown: { by: Cut; compare: Comparison }): Promise<Said[]> {
  const { reach } = asked
  const clinicIds =
    asked.clinicIds ?? (isChain(reach) ? null : isWide(reach) ? (reach.clinicIds ?? []) : [reach.clinicId])
  const named = async (by: Cut, ids: readonly string[]): Promise<string> => {
    const labels = await labelsOf(tx, by, ids)
    return ids.map((id) => labels.get(id) ?? id).join('、')
  }
  const some = async (by: Cut, ids: readonly string[]): Promise<Said[]> =>
    ids.length === 0 ? [] : [{ name: cuts[by], says: await named(by, ids) }]
  const ofPeople = asked.people
  return [
    { name: cuts.clinic, says: clinicIds === null ? '全部门诊' : await named('clinic', clinicIds) },
    ...(await some('doctor', asked.doctorIds)),
    ...(await some('source', asked.sourceIds)),
    ...(await some('dept', asked.deptIds)),
    ...(await some('method', asked.methodIds)),
    ...(asked.categories.length > 0 ? [{ name: cuts.category, says: asked.categories.join('、') }] : []),
    ...(ofPeople?.own ? [{ name: '范围', says: '只看本人' }] : []),
    { name: '分组', says: cuts[shown.by] },
    ...(asked.comparedSpan ? [{ name: '对比方式', says: comparisons[shown.compare] }] : []),
  ]
}

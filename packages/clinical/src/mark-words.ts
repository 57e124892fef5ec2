import { surfaceText } from './teeth.ts'
import { toothCondition, type ToothConditionId, type ToothMark } from './tooth-conditions.ts'

/** What is done is called otherwise than what it leaves: a filling is 充填体, to fill is 充填. */
const WORK: Partial<Record<ToothConditionId, string>> = {
  filling: '充填',
  crown: '冠修复',
  temporary_crown: '临时冠修复',
  missing: '拔除',
  implant: '种植体植入',
  implant_abutment: '基台安装',
  veneer: '贴面修复',
  inlay: '嵌体修复',
  post_core: '桩核修复',
  bridge_abutment: '固定桥基牙预备',
  pontic: '固定桥修复',
  removable: '活动义齿修复',
  full_denture: '全口义齿修复',
  bracket: '粘接托槽',
  splint: '夹板固定',
  retainer: '固位丝粘接',
  space_closed: '关闭间隙',
}

/** Where a mark is written: what is there in the examination, what was done in the treatment, what will be in the plan. */
export const sectionOfMark = ({ condition, status }: ToothMark): 'exams' | 'plans' | 'treatments' =>
  status === 'planned' || toothCondition(condition).layer === 'plan'
    ? 'plans'
    : status === 'completed' || status === 'removed'
      ? 'treatments'
      : 'exams'

/** A bridge goes as a whole, whichever of its teeth is named. */
export const isBridgePart = ({ condition, group }: ToothMark): boolean =>
  group !== undefined && (condition === 'pontic' || condition === 'bridge_abutment')

/** Words that a mark stands for: '近中𬌗面深龋', '拟行全瓷冠修复', '𬌗面复合树脂充填'. */
export function markWords(mark: ToothMark): string {
  const { condition, status, detail = '', reason = '' } = mark
  const { nameZh: name, layer } = toothCondition(condition)
  const place = surfaceText(mark.tooth, mark.surfaces)
  const work = `${detail}${WORK[condition] ?? name}`
  if (layer === 'plan') return name
  if (status === 'planned') return layer === 'finding' ? '' : `拟行${work}`
  if (status === 'removed')
    return `拆除${isBridgePart(mark) ? '固定桥' : `${detail}${name}`}${reason && `（${reason}）`}`
  if (status === 'completed') return `${place}${work}`
  if (status === 'inProgress') return `${place}${work}进行中`
  if (status === 'external') return `${place}外院${work}`
  return `${place}${detail}${name}`
}

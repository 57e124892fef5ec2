import { mgOf, OTHER_ANAESTHETIC } from '@dentin/clinical/anaesthetic-lines'
import { addDays, type LocalDate } from '@dentin/kit/datetime'
import { markWords } from '@dentin/clinical/mark-words'
import { parseTeeth, toothText } from '@dentin/clinical/teeth'
import { toothCondition } from '@dentin/clinical/tooth-conditions'
import type { AnaestheticLine } from './core/anaesthetic-line.ts'
import type { ImplantLine } from './core/implant-line.ts'
import { consentStates } from './core/consent-states.ts'
import { orthoExamLines, orthoVisitLines } from './core/ortho-words.ts'
import { pregnancyNames } from './core/pregnancy-words.ts'
import { sectionsOf, type RecordType } from './core/record-kinds.ts'
import type { SectionKey } from './core/record-sections.ts'
import { diagnosisKindNames, type RecordContent } from './record.ts'

/** Sections made of rows that stand on teeth. */
export const rowSections = ['exams', 'auxExams', 'diagnoses', 'plans', 'treatments'] as const
export type RowSection = (typeof rowSections)[number]

export const isRowSection = (key: SectionKey): key is RowSection => (rowSections as readonly string[]).includes(key)

/** Words of a row, whatever its section calls them. */
export const rowWords = (row: { content?: string; icdName?: string }): string => row.content ?? row.icdName ?? ''
/** True when a row says nothing yet, teeth aside. */
export function isBlank(row: {
  content?: string
  icdName?: string
  tariffs?: readonly unknown[]
  anaesthetics?: readonly unknown[] | undefined
  implants?: readonly unknown[] | undefined
  imageIds?: readonly unknown[] | undefined
  tariffIds?: readonly unknown[] | undefined
  alternative?: string | undefined
}): boolean {
  const { tariffs, anaesthetics, implants, imageIds, tariffIds, alternative } = row
  return (
    rowWords(row).trim() === '' &&
    [tariffs, anaesthetics, implants, imageIds, tariffIds, alternative].every((has) => !has?.length)
  )
}

/** Whether a section says anything. */
export function isWritten(content: RecordContent, key: SectionKey): boolean {
  if (isRowSection(key)) return content[key].some((row) => !isBlank(row))
  if (key === 'generalCondition') return Object.values(content.generalCondition).some((value) => value !== null)
  if (key === 'nextVisit') {
    const { days, remark, doctorId, itemIds } = content.nextVisit
    return days !== null || remark !== '' || doctorId !== null || itemIds.length > 0
  }
  if (key === 'toothMarks') return content.toothMarks.length > 0
  if (key === 'perio' || key === 'orthoExam' || key === 'orthoVisit') return content[key] !== undefined
  return content[key].trim() !== ''
}

/** Present illness and what has changed since the last visit stand for each other: where one is written the other lacks nothing. */
const twins: Readonly<Partial<Record<SectionKey, SectionKey>>> = {
  interval: 'presentIllness',
  presentIllness: 'interval',
}

/** The sections that paper shows of a record: what is written, and what the clinic asks for and nobody wrote. */
export const sectionsOnPaper = ({
  recordType,
  content,
  required,
}: {
  recordType: RecordType
  content: RecordContent
  required: readonly SectionKey[]
}) =>
  sectionsOf(recordType).filter(({ key }) => {
    if (key === 'toothMarks') return false
    const twin = twins[key]
    return isWritten(content, key) || (required.includes(key) && !(twin && isWritten(content, twin)))
  })

/** A line for each consent of a record: its name, and who signed (or in an emergency approved) it when; 未签 where nobody did. */
export const consentWords = <Time>(
  consents: readonly {
    name: string
    required: boolean
    status: number | null
    signerName: string
    signTime: Time | null
    approvedName: string
    approvedAt: Time | null
  }[],
  timeWords: (time: Time) => string,
): string[] =>
  consents.map(({ name, required, status, signerName, signTime, approvedName, approvedAt }) => {
    const isSigned = status !== null && consentStates.is(status, 'signed') && signTime !== null
    const approval = approvedAt === null ? '' : `紧急情形，负责人${approvedName} ${timeWords(approvedAt)} 批准`
    if (approval !== '' && consentStates.is(status, 'covers'))
      return `${name}：${approval}，${isSigned ? `${signerName} ${timeWords(signTime)} 补签` : '待患者补签'}`
    return isSigned
      ? `${name}：${signerName} ${timeWords(signTime)} 签`
      : `${name}：未签${required ? '（本次处置需要）' : ''}`
  })

/** How many cartridges an amount is, to a tenth; null while one of both is not known. */
export const cartridgesOf = ({ ml, cartridgeMl }: Pick<AnaestheticLine, 'ml' | 'cartridgeMl'>): number | null =>
  ml === null || !cartridgeMl ? null : Math.round((ml / cartridgeMl) * 10) / 10

/** The name of a line's drug with its strength: 4% 阿替卡因（肾上腺素 1:100000）. */
function drugWords({ drug, name, concentration, vasoconstrictor }: AnaestheticLine): string {
  if (drug === '' && name === '') return ''
  const percent = concentration === null ? '' : `${concentration}% `
  const plain = drug === OTHER_ANAESTHETIC ? '' : '（不含肾上腺素）'
  return `${percent}${name}${vasoconstrictor ? `（肾上腺素 ${vasoconstrictor}）` : plain}`
}

/** An implant for reading: 46 士卓曼 4.1×10 mm 批号 A1234. */
export function implantWords({ tooth, brand, diameter, length, lot }: ImplantLine): string {
  const size =
    diameter !== null && length !== null
      ? `${diameter}×${length} mm`
      : [diameter !== null && `直径 ${diameter} mm`, length !== null && `长 ${length} mm`].filter(Boolean).join(' ')
  return [tooth && toothText(parseTeeth(tooth)), brand, size, lot && `批号 ${lot}`].filter(Boolean).join(' ')
}

/** A line for reading: history, comparison, print. */
export function lineWords(line: AnaestheticLine): string {
  const [mg, cartridges] = [mgOf(line), cartridgesOf(line)]
  const amount = [
    line.ml !== null && `${line.ml} ml`,
    (cartridges !== null || mg !== null) &&
      `（${[cartridges !== null && `${cartridges} 支`, mg !== null && `${mg} mg`].filter(Boolean).join('，')}）`,
  ]
  return [
    `${drugWords(line)} ${amount.filter(Boolean).join('')}`.trim(),
    line.technique,
    line.teeth && toothText(parseTeeth(line.teeth)),
    line.time,
    line.lot && `批号 ${line.lot}`,
    line.expiry && `有效期 ${line.expiry}`,
    line.aspiration && `回抽（${line.aspiration === '+' ? '+' : '−'}）`,
    line.reaction,
    line.givenBy && `注射者 ${line.givenBy}`,
    line.overReason && `超量理由：${line.overReason}`,
  ]
    .filter(Boolean)
    .join(' ')
}

/**
 * The name of a diagnosis as it is read: 待查 says that it is not certain, and of several the main one is marked. One alone
 * is the main one without saying so.
 */
export function diagnosisWords({ icdName, kind }: Diagnosis, all: readonly Diagnosis[]): string {
  const alone = all.filter((row) => !isBlank(row)).length <= 1
  const isSaid = kind === UNSURE ? !/待查|待排|印象/.test(icdName) : alone ? kind !== MAIN : kind === MAIN
  return icdName && isSaid ? `${icdName}（${diagnosisKindNames[kind]}）` : icdName
}
type Diagnosis = RecordContent['diagnoses'][number]
const MAIN = 1
const UNSURE = 3

/** What is said of the next visit beside the text: names, and on paper the visit's day, from which days count. */
export interface NextVisitNames {
  visitDay?: string
  doctorName: string | null
  itemNames: readonly string[]
}

/** The words of a section for reading: history, comparison, conflicts, paper. Rows are lines. */
export function sectionLines(
  content: RecordContent,
  key: SectionKey,
  tariffName: (id: string) => string = () => '',
  next: NextVisitNames | null = null,
): { teeth: string; text: string }[] {
  if (key === 'diagnoses')
    return content.diagnoses.map((row) => ({
      teeth: row.teeth,
      text: [row.icdCode, diagnosisWords(row, content.diagnoses)].filter(Boolean).join(' '),
    }))
  if (key === 'treatments') return [...treatmentLines(content, tariffName), ...removalLines(content)]
  if (key === 'auxExams')
    return content.auxExams.map((row) => ({
      teeth: row.teeth,
      text: `${[row.kind, row.content].filter(Boolean).join('：')}${row.imageIds?.length ? `（附图 ${row.imageIds.length} 张）` : ''}`,
    }))
  if (key === 'exams') return content.exams.map((row) => ({ teeth: row.teeth, text: row.content }))
  if (key === 'plans')
    return content.plans.map(({ teeth, content: plan, tariffIds = [], alternative = '' }) => ({
      teeth,
      text: joined([
        plan,
        tariffIds.length > 0 && `项目：${tariffIds.map((id) => tariffName(id) || '收费项目').join('、')}`,
        alternative && `备选：${alternative}`,
      ]),
    }))
  if (key === 'toothMarks')
    return content.toothMarks.map((mark) => ({
      teeth: mark.tooth,
      text: markWords(mark) || toothCondition(mark.condition).nameZh,
    }))
  if (key === 'perio') return linesOf(content.perio?.words ?? [])
  if (key === 'orthoExam') return linesOf(content.orthoExam ? orthoExamLines(content.orthoExam) : [])
  if (key === 'orthoVisit') return linesOf(content.orthoVisit ? orthoVisitLines(content.orthoVisit) : [])
  const text =
    key === 'generalCondition'
      ? conditionText(content)
      : key === 'nextVisit'
        ? nextVisitText(content, next)
        : content[key]
  return text ? [{ teeth: '', text }] : []
}

/** What was done, row by row. */
function treatmentLines(content: RecordContent, tariffName: (id: string) => string) {
  return content.treatments.map((row) => ({
    teeth: row.teeth,
    text: joined([
      row.content,
      ...(row.implants ?? []).map((line) => `种植体：${implantWords(line)}`),
      ...(row.anaesthetics ?? []).map((line) => `局麻：${lineWords(line)}`),
      row.anesthetic &&
        `局麻：${[row.anesthetic.drug, row.anesthetic.dose, row.anesthetic.batch && `批号 ${row.anesthetic.batch}`].filter(Boolean).join(' ')}`,
      row.tariffs.length > 0 &&
        `项目：${row.tariffs.map((each) => `${tariffName(each.tariffId) || '收费项目'} ×${each.qty}`).join('、')}`,
    ]),
  }))
}

/** What was taken off and why, where no row says it: the chart knows, and whoever reads the record should. */
const removalLines = ({ toothMarks, treatments }: RecordContent) =>
  toothMarks
    .filter((mark) => mark.status === 'removed' && !treatments.some(({ content }) => content.includes(markWords(mark))))
    .map((mark) => ({ teeth: mark.tooth, text: markWords(mark) }))

/** The parts of a row in one line, each without its own stop. */
const joined = (parts: readonly (string | false | null)[]): string =>
  parts
    .filter((part): part is string => Boolean(part))
    .map((part, at, all) => (at < all.length - 1 ? part.replace(/[。；]$/, '') : part))
    .join('；')

const linesOf = (texts: readonly string[]) => texts.map((text) => ({ teeth: '', text }))

/** '血压 120/80 mmHg，脉搏 72 次/分' */
function conditionText({ generalCondition: now }: RecordContent): string {
  const { bloodPressureSys: sys, bloodPressureDia: dia } = now
  return [
    (sys !== null || dia !== null) && `血压 ${sys ?? '—'}/${dia ?? '—'} mmHg`,
    now.height !== null && `身高 ${now.height} cm`,
    now.weight !== null && `体重 ${now.weight} kg`,
    now.pulse !== null && `脉搏 ${now.pulse} 次/分`,
    now.temperature !== null && `体温 ${now.temperature} °C`,
    now.bloodGlucose !== null && `血糖 ${now.bloodGlucose} mmol/L`,
    now.asa !== null && `ASA ${'ⅠⅡⅢⅣⅤ'[now.asa - 1]}级`,
    now.pregnancy !== null &&
      now.pregnancy !== 'no' &&
      `${pregnancyNames[now.pregnancy]}${now.pregnancyWeek === null ? '' : ` ${now.pregnancyWeek} 周`}`,
  ]
    .filter(Boolean)
    .join('，')
}

/** '7 天后复诊，根管预备'; on paper '7 天后（2026-11-27）复诊，医生 顾清妍，项目 根管治疗，根管预备' */
function nextVisitText({ nextVisit: { days, remark } }: RecordContent, next: NextVisitNames | null): string {
  const day = next?.visitDay && days !== null ? `（${addDays(next.visitDay as LocalDate, days)}）` : ''
  return [
    days !== null && `${days} 天后${day}复诊`,
    next?.doctorName && `医生 ${next.doctorName}`,
    next && next.itemNames.length > 0 && `项目 ${next.itemNames.join('、')}`,
    remark,
  ]
    .filter(Boolean)
    .join('，')
}

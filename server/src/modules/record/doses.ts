import type { RecordContent } from '@dentin/contract'
import {
  OTHER_ANAESTHETIC,
  personInChair,
  strengthOf,
  visitDose,
  type BodyFacts,
  type VisitDose,
} from '@dentin/clinical/anaesthetic-lines'
import { teethProblem } from '@dentin/clinical'
import { canonicalJson } from '@dentin/kit'
import type { Missing } from './rules.ts'

const linesOf = ({ treatments }: RecordContent) =>
  treatments.flatMap(({ anaesthetics = [] }, row) => anaesthetics.map((line, n) => ({ line, row, n })))

/** Whether anything was injected: only then is the body looked up. */
export const hasAnaesthetics = (content: RecordContent): boolean => linesOf(content).length > 0

/** What a visit's local anaesthetics come to for the person in the chair. */
export const doseOf = (content: RecordContent, body: BodyFacts): VisitDose =>
  visitDose(
    linesOf(content).map(({ line }) => line),
    personInChair(body, content.generalCondition),
  )

/** What of a line is not written (Q23). */
export function lacksOfAnaesthetics(content: RecordContent): Missing[] {
  const words = content.treatments.flatMap(({ anesthetic }, row) => {
    if (!anesthetic) return []
    const { drug, dose, batch } = anesthetic
    return lacking(row, { 药名: drug, 用量: dose, 批号: batch })
  })
  const lines = linesOf(content).flatMap(({ line, row }) => {
    const named = line.drug === OTHER_ANAESTHETIC ? line.name : line.drug
    return lacking(row, { 药名: named, 用量: line.ml ? 'given' : '', 批号: line.lot, 时间: line.time })
  })
  return [...words, ...lines]
}

function lacking(row: number, said: Readonly<Record<string, string>>): Missing[] {
  const lacks = Object.entries(said).flatMap(([name, text]) => (text.trim() === '' ? [name] : []))
  return lacks.length === 0
    ? []
    : [{ section: 'treatments', field: `treatments.${row}`, message: `局麻缺${lacks.join('、')}` }]
}

/** What stands in the way of signing: more than the limit, and nobody said why (Q23b). */
export function overdoses(content: RecordContent, body: BodyFacts | null): Missing[] {
  if (!body || linesOf(content).some(({ line }) => line.overReason.trim() !== '')) return []
  const { over, because } = doseOf(content, body)
  const [first] = linesOf(content)
  if (over.length === 0 || !first) return []
  const why = because.length > 0 ? `（${because.join('；')}）` : ''
  return [
    {
      section: 'treatments',
      field: `treatments.${first.row}`,
      message: `局麻超过限量：${over.join('，')}${why}，须写理由`,
    },
  ]
}

/** Lines that can't be: a strength that the drug does not have, teeth that there are not. What was there before is not looked at. */
export function lineProblems(content: RecordContent, before: RecordContent): { field: string; message: string }[] {
  const kept = new Set(linesOf(before).map(({ line }) => canonicalJson(line)))
  return linesOf(content).flatMap(({ line, row, n }) => {
    const problem = kept.has(canonicalJson(line)) ? null : problemOf(line)
    return problem
      ? [{ field: `content.treatments.${row}.anaesthetics.${n}.${problem.key}`, message: problem.message }]
      : []
  })
}

type Line = ReturnType<typeof linesOf>[number]['line']

function problemOf(line: Line): { key: string; message: string } | null {
  const wrongTeeth = line.teeth === '' ? null : teethProblem(line.teeth)
  if (wrongTeeth) return { key: 'teeth', message: wrongTeeth }
  if (line.drug === '' || line.drug === OTHER_ANAESTHETIC) return null
  const strength = strengthOf(line.drug)
  if (!strength) return { key: 'drug', message: '没有这种麻药' }
  if (line.concentration !== strength.concentration) return { key: 'concentration', message: '浓度与所选麻药不符' }
  if (line.vasoconstrictor !== strength.vasoconstrictor)
    return { key: 'vasoconstrictor', message: '血管收缩剂与所选麻药不符' }
  return null
}

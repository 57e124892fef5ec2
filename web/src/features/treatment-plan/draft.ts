import { outcomeOfItem, type PlanOutcome } from '@dentin/clinical/plan-marks'
import { countTeeth, parseTeeth, toothText } from '@dentin/clinical/teeth'
import type { WireInput } from '@dentin/contract/core/call'
import type { PlanDetail, PlanOption, treatmentPlan } from '@dentin/contract/treatment-plan'
import { computeBill } from '@dentin/kit/bill-amounts'
import { yuanToFen, ZERO } from '@dentin/kit/money'
import type { Tariff } from '../../domain/tariffs.ts'

type Save = WireInput<typeof treatmentPlan.save>

/** A line while it is written. */
export interface DraftLine {
  key: string
  id: string | null
  tariffId: string
  name: string
  unit: string
  teeth: string
  qty: number
  phase: number
  outcome: PlanOutcome | null
  /** Yuan, of one. */
  price: string
  canDiscount: boolean
  toothRequired: boolean
  /** Counted by its teeth. */
  byTeeth: boolean
}
export interface DraftOption {
  key: string
  id: string | null
  name: string
  doctorId: string | null
  months: string
  /** One a line. */
  pros: string
  cons: string
  phases: { name: string; month: string; visits: number }[]
  lines: DraftLine[]
}
export interface PlanDraft {
  title: string
  doctorId: string | null
  consultantId: string | null
  discountPercent: number
  discountReason: string
  options: DraftOption[]
}

let made = 0
const newKey = () => `new-${++made}`

export const newOption = (name: string): DraftOption => ({
  key: newKey(),
  id: null,
  name,
  doctorId: null,
  months: '',
  pros: '',
  cons: '',
  phases: [{ name: '治疗', month: '', visits: 1 }],
  lines: [],
})

export const newDraft = (doctorId: string | null): PlanDraft => ({
  title: '',
  doctorId,
  consultantId: null,
  discountPercent: 100,
  discountReason: '',
  options: [newOption('方案一')],
})

const optionDraft = (option: PlanOption): DraftOption => ({
  key: option.id,
  id: option.id,
  name: option.name,
  doctorId: option.doctorId,
  months: option.months === null ? '' : String(option.months),
  pros: option.pros.join('\n'),
  cons: option.cons.join('\n'),
  phases: option.phases,
  lines: option.lines.map((line) => ({
    key: line.id,
    id: line.id,
    tariffId: line.tariffId,
    name: line.name,
    unit: line.unit,
    teeth: line.teeth,
    qty: line.qty,
    phase: line.phase,
    outcome: line.outcome,
    price: line.price,
    canDiscount: line.canDiscount,
    toothRequired: false,
    byTeeth: false,
  })),
})

export const draftOf = (plan: PlanDetail): PlanDraft => ({
  title: plan.title,
  doctorId: plan.doctorId,
  consultantId: plan.consultantId,
  discountPercent: plan.discountPercent,
  discountReason: plan.discountReason,
  options: plan.options.map(optionDraft),
})

/** A line of an item that was just found: what it leaves in the mouth is guessed from its name. */
export const lineOf = (tariff: Tariff, phase: number, teeth: string): DraftLine => ({
  key: newKey(),
  id: null,
  tariffId: tariff.id,
  name: tariff.name,
  unit: tariff.unit,
  teeth: tariff.toothRequired || outcomeOfItem(tariff.name) !== null ? teeth : '',
  qty: tariff.toothCountPriced && teeth ? Math.max(1, countTeeth(parseTeeth(teeth))) : 1,
  phase,
  outcome: outcomeOfItem(tariff.name),
  price: tariff.price,
  canDiscount: tariff.canDiscount,
  toothRequired: tariff.toothRequired,
  byTeeth: tariff.toothCountPriced,
})

/** The same line at other teeth: what is counted by teeth counts along. */
export const atTeeth = (line: DraftLine, teeth: string): DraftLine => ({
  ...line,
  teeth,
  ...(line.byTeeth && { qty: Math.max(1, countTeeth(parseTeeth(teeth))) }),
})

/** A copy of an option, to be changed into another one. */
export const copied = (option: DraftOption, name: string): DraftOption => ({
  ...option,
  key: newKey(),
  id: null,
  name,
  lines: option.lines.map((line) => ({ ...line, key: newKey(), id: null })),
})

/** Sums of an option under a discount, in fen; the server works out the same. */
export function sumsOf(lines: readonly DraftLine[], percent: number) {
  return computeBill(
    lines.map((line) => ({
      price: yuanToFen(line.price),
      qty: line.qty,
      canDiscount: line.canDiscount,
      discountPercent: line.canDiscount ? percent : 100,
    })),
    { discountPercent: 100, reduction: ZERO, roundingRule: 0 },
  )
}

const listed = (text: string) =>
  text
    .split('\n')
    .map((each) => each.trim())
    .filter(Boolean)

/** What is sent of a draft. */
export const sentOf = (
  draft: PlanDraft,
): Pick<Save, 'title' | 'consultantId' | 'discountPercent' | 'discountReason' | 'options'> => ({
  title: draft.title,
  consultantId: draft.consultantId,
  discountPercent: draft.discountPercent,
  discountReason: draft.discountReason,
  options: draft.options.map((option) => ({
    id: option.id,
    name: option.name,
    doctorId: option.doctorId,
    months: option.months.trim() === '' ? null : Number(option.months),
    pros: listed(option.pros),
    cons: listed(option.cons),
    phases: option.phases,
    lines: option.lines.map(({ id, tariffId, teeth, qty, phase, outcome }) => ({
      id,
      tariffId,
      teeth,
      qty,
      phase,
      outcome,
    })),
  })),
})

const OPTIONS = [0, 1, 2, 3, 4] as const
const optionField = (at: number) => `options.${at}`

/** What two people may have changed apart: the facts of the plan, and each option as a whole. null: there is no such option. */
export const planParts = (draft: PlanDraft): Record<string, unknown> => {
  const { options, ...facts } = draft
  return { ...facts, ...Object.fromEntries(OPTIONS.map((at) => [optionField(at), options[at] ?? null])) }
}

/** A draft with the parts that were chosen of two versions. */
export const withParts = (draft: PlanDraft, parts: Record<string, unknown>): PlanDraft => {
  const whole = { ...planParts(draft), ...parts } as Omit<PlanDraft, 'options'> & Record<string, DraftOption | null>
  const { title, doctorId, consultantId, discountPercent, discountReason } = whole
  return {
    title,
    doctorId,
    consultantId,
    discountPercent,
    discountReason,
    options: OPTIONS.flatMap((at) => whole[optionField(at)] ?? []),
  }
}

const partNames: Record<string, string> = {
  title: '标题',
  doctorId: '医生',
  consultantId: '咨询师',
  discountPercent: '整单折扣',
  discountReason: '优惠原因',
}
export const partLabel = (field: string): string => partNames[field] ?? `方案 ${Number(field.split('.')[1]) + 1}`

/** A part in words, for choosing between two versions of it. */
export function partWords(field: string, value: unknown, nameOf: (staffId: string) => string): string {
  if (value === null || value === undefined || value === '') return ''
  if (field === 'doctorId' || field === 'consultantId') return nameOf(value as string)
  if (field === 'discountPercent') return value === 100 ? '不打折' : `${value as number}%`
  if (typeof value !== 'object') return String(value as string)
  const { name, months, lines, pros, cons } = value as DraftOption
  const items = lines.map((line) =>
    [toothText(parseTeeth(line.teeth)), line.name, `×${line.qty}`].filter(Boolean).join(' '),
  )
  return [
    name,
    months && `约 ${months} 个月`,
    ...items,
    ...listed(pros).map((each) => `有利：${each}`),
    ...listed(cons).map((each) => `要想到：${each}`),
  ]
    .filter(Boolean)
    .join('；')
}

import { icdDiagnoses } from '@dentin/clinical'
import { billTypes } from '@dentin/contract/billing'
import { cardMoves } from '@dentin/contract/card'
import { firstVisitOutcomes, rewardStates } from '@dentin/contract/data-record'
import { genderNames } from '@dentin/contract/patient-words'
import { belowTheLine, segments, type Cut } from '@dentin/contract/report'
import { addDays } from '@dentin/kit'
import { weekdayName } from '@dentin/kit'
import { shiftStates } from '@dentin/contract/shift'
import { sql } from 'kysely'
import { codes } from '../../../platform/database/codes.ts'
import { columns, named, select } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AGE_BANDS } from '../figures/patient-cuts.ts'

const clinics = select(columns('clinic', 'x', 'id'), named('clinic', 'x', { name: 'short_name' }))
const employees = select(columns('employee', 'x', 'id', 'name'))
const depts = select(columns('dept', 'x', 'id', 'name'))
const sources = select(columns('patient_source', 'x', 'id', 'name'))
const methods = select(columns('pay_method', 'x', 'id', 'name'))
const patients = select(columns('patient', 'x', 'id', 'name'))
const categories = select(columns('tariff_category', 'x', 'name'))
const cardTypes = select(columns('card_type', 'x', 'id', 'name'))
const shifts = select(columns('cash_shift', 'x', 'id'), {
  name: sql<string>`x.cashier_name || to_char(x.started_at at time zone 'Asia/Shanghai', ' MM-DD') || case when x.status in ${codes(shiftStates, 'open')} then ' 未交' else '' end`,
})

/** What a row is called that no doctor, category or source stands for. */
const NONE: Readonly<Partial<Record<Cut, string>>> = {
  clinic: '全公司',
  doctor: '未归属',
  nurse: '未归属',
  consultant: '未归属',
  desk: '未归属',
  dept: '未分科',
  source: '未填来源',
  category: '未归类',
  item: '不属于项目',
  method: '其他',
  topCategory: '其他',
  shift: '不在交班内',
  movement: '其他',
  patient: '没有患者',
  bill: '不属于账单',
  card: '不属于会员卡',
  cardType: '不属于卡种',
  topSource: '未填来源',
  referrer: '没有写明',
  lostReason: '没有填写',
  gender: '未知',
  age: '未填生日',
  area: '未填区域',
}
/** The halves of an income report. */
const SIDES: Readonly<Record<string, string>> = { above: '项目', below: '项目外' }

/** A diagnosis by its code and its name. */
const icdNames = new Map(icdDiagnoses.map(({ code, nameZh }) => [code, nameZh]))
const icdWords = (code: string): string => `${code} ${icdNames.get(code) ?? ''}`.trim()

/** Who is how old, by the first year of each band. */
const ages = AGE_BANDS.map((from, n): [string, string] => {
  const next = AGE_BANDS[n + 1]
  return [String(from), next === undefined ? `${from} 岁以上` : `${from}–${next - 1} 岁`]
})
const entries = <K extends string | number>(words: Readonly<Record<K, string>>): [string, string][] =>
  Object.keys(words).map((key) => [key, words[key as K]])
/** Words of cuts whose rows are known beforehand, in the order in which they stand. */
const listedWords: Readonly<Partial<Record<Cut, readonly [string, string][]>>> = {
  age: ages,
  gender: entries(genderNames),
  outcome: entries(firstVisitOutcomes),
  reward: entries(rewardStates),
  segment: segments.map(({ key, name }): [string, string] => [key, name]),
  billType: entries(billTypes),
  weekHour: Array.from({ length: 7 * 24 }, (_, n): [string, string] => {
    const hour = String(n % 24).padStart(2, '0')
    return [`${Math.floor(n / 24)}-${hour}`, `周${'日一二三四五六'[Math.floor(n / 24)] ?? ''} ${hour}:00`]
  }),
  moveKind: entries(cardMoves),
}

/** The words of rows, in the order in which they stand. */
export async function labelsOf(tx: TenantTx, by: Cut, keys: readonly string[]): Promise<Map<string, string>> {
  const ids = keys.filter((key) => key !== '')
  const labels = new Map<string, string>()
  const put = (rows: readonly { id: string; name: string }[]) => rows.forEach(({ id, name }) => labels.set(id, name))
  switch (by) {
    case 'day':
      for (const key of keys) labels.set(key, `${key.slice(5)} ${weekdayName(key)}`)
      break
    case 'week':
      for (const key of keys) labels.set(key, `${key.slice(5)} – ${addDays(key, 6).slice(5)}`)
      break
    case 'month':
      for (const key of keys) labels.set(key, `${key.slice(0, 4)}年${Number(key.slice(5))}月`)
      break
    case 'quarter':
      for (const key of keys) labels.set(key, `${key.slice(0, 4)}年${key.slice(-1)}季度`)
      break
    case 'year':
      for (const key of keys) labels.set(key, `${key}年`)
      break
    case 'clinic':
      put(
        await tx.rows(
          clinics.keptFrom`clinic x where ${tx.own('x')} and x.id = any(${ids}::uuid[]) order by x.sort_no, x.id`,
        ),
      )
      break
    case 'doctor':
    case 'nurse':
    case 'consultant':
    case 'desk':
      put(
        await tx.rows(
          employees.keptFrom`employee x where ${tx.own('x')} and x.id = any(${ids}::uuid[]) order by x.sort_no, x.name, x.id`,
        ),
      )
      break
    case 'dept':
      put(
        await tx.rows(
          depts.keptFrom`dept x where ${tx.own('x')} and x.id = any(${ids}::uuid[]) order by x.sort_no, x.id`,
        ),
      )
      break
    case 'source':
      put(
        await tx.rows(
          sources.keptFrom`patient_source x where ${tx.own('x')} and x.id = any(${ids}::uuid[]) order by x.sort_no, x.id`,
        ),
      )
      break
    case 'method':
      put(
        await tx.rows(
          methods.keptFrom`pay_method x where ${tx.own('x')} and x.id = any(${ids}::uuid[]) order by x.sort_no, x.id`,
        ),
      )
      break
    case 'shift':
      put(
        await tx.rows(
          shifts.keptFrom`cash_shift x where ${tx.own('x')} and x.id = any(${ids}::uuid[]) order by x.started_at, x.id`,
        ),
      )
      break
    case 'patient':
      put(
        await tx.rows(
          patients.from`patient x where ${tx.own('x')} and x.id = any(${ids}::uuid[]) order by x.name, x.id`,
        ),
      )
      break
    case 'topSource':
      put(
        await tx.rows(
          sources.keptFrom`patient_source x where ${tx.own('x')} and x.id = any(${ids}::uuid[]) order by x.sort_no, x.id`,
        ),
      )
      break
    case 'cardType':
      put(
        await tx.rows(
          cardTypes.keptFrom`card_type x where ${tx.own('x')} and x.id = any(${ids}::uuid[]) order by x.sort_no, x.id`,
        ),
      )
      break
    case 'expectation':
      for (const key of ids.sort()) {
        const [icd = '', ...name] = key.split(' ')
        labels.set(key, `${icdWords(icd)} → ${name.join(' ')}`)
      }
      break
    case 'side':
      for (const key of Object.keys(SIDES)) labels.set(key, SIDES[key] as string)
      break
    case 'topCategory': {
      const known = await tx.rows(
        categories.keptFrom`tariff_category x where ${tx.own('x')} and x.parent_id is null order by x.sort_no, x.id`,
      )
      const lines = Object.entries(belowTheLine)
      for (const { name } of known) labels.set(name, name)
      for (const key of ids.sort()) if (!key.startsWith('~')) labels.set(key, key)
      for (const [key, name] of lines) labels.set(key, name)
      break
    }
    default: {
      const words = listedWords[by]
      if (words) for (const [key, word] of words) if (keys.includes(key)) labels.set(key, word)
      for (const key of ids.sort()) if (!labels.has(key)) labels.set(key, by === 'diagnosis' ? icdWords(key) : key)
    }
  }
  const none = NONE[by]
  if (none && keys.includes('')) labels.set('', none)
  return labels
}

import { describe, expect, it } from 'vitest'
import { differentPapers, fieldOutcome, mergedColumns, undoneColumns, type FileRow } from './rules.ts'

/** A file that says nothing but a name. */
const file = (over: FileRow = {}): FileRow => ({
  name: '周雨桐',
  gender: 1,
  birth_day: '1992-03-14',
  birth_year_estimated: false,
  mobile: null,
  mobile_owner: null,
  no_mobile_reason: '不愿提供',
  patient_type: 1,
  allergy_flag: 2,
  allergy_history: '',
  systemic_diseases: [],
  tags: [],
  past_history: '',
  remark: '',
  ...over,
})
const phone = (number: string): FileRow => ({ mobile: number, mobile_owner: 1, no_mobile_reason: null })
const allergic = (history: string): FileRow => ({ allergy_flag: 1, allergy_history: history })

describe('what two files say together', () => {
  it('fills what is empty on the kept side, and leaves what is empty on the other', () => {
    expect(fieldOutcome('mobile', file(), file(phone('13800000001')))).toEqual({
      how: 'filled',
      values: phone('13800000001'),
    })
    expect(fieldOutcome('mobile', file(phone('13800000001')), file())).toMatchObject({ how: 'same' })
    expect(fieldOutcome('gender', file({ gender: 2 }), file({ gender: 0 }))).toEqual({
      how: 'filled',
      values: { gender: 0 },
    })
    expect(fieldOutcome('patientType', file(), file({ patient_type: 6 }))).toMatchObject({ how: 'filled' })
  })

  it('wants a choice where both say something else', () => {
    expect(fieldOutcome('name', file(), file({ name: '周雨彤' }))).toEqual({ how: 'choose' })
    expect(() => mergedColumns(file(), file({ name: '周雨彤' }), {}, {})).toThrow('两份档案的姓名不同，请选择')
    expect(mergedColumns(file(), file({ name: '周雨彤' }), { name: 'remove' }, {}).name).toBe('周雨彤')
    expect(mergedColumns(file(), file({ name: '周雨彤' }), { name: 'manual' }, { name: '周语桐' }).name).toBe('周语桐')
    expect(() => mergedColumns(file(), file({ name: '周雨彤' }), { name: 'manual' }, {})).toThrow('请填写姓名')
  })

  it.each([
    [allergic('青霉素'), { allergy_flag: 0 }, 1, '青霉素'],
    [{ allergy_flag: 0 }, allergic('青霉素'), 1, '青霉素'],
    [allergic('青霉素'), allergic('头孢、青霉素'), 1, '青霉素、头孢'],
    [{ allergy_flag: 2 }, { allergy_flag: 0 }, 0, ''],
    [{ allergy_flag: 2 }, { allergy_flag: 2 }, 2, ''],
  ] as [FileRow, FileRow, number, string][])('unites allergies: %o and %o', (keep, remove, flag, history) => {
    expect(mergedColumns(file(keep), file(remove), {}, {})).toMatchObject({
      allergy_flag: flag,
      allergy_history: history,
    })
  })

  it.each([
    [{}, {}, 'same', false, false],
    [{}, { sms_opt_out: true }, 'filled', true, false],
    [{ marketing_opt_out: true }, {}, 'same', false, true],
    [{ marketing_opt_out: true }, { sms_opt_out: true }, 'united', true, true],
  ] as [FileRow, FileRow, string, boolean, boolean][])(
    'keeps what either side refused to be sent: %o and %o',
    (keep, remove, how, sms, marketing) => {
      const none = { sms_opt_out: false, marketing_opt_out: false }
      const [one, other] = [file({ ...none, ...keep }), file({ ...none, ...remove })]
      expect(fieldOutcome('optOut', one, other).how).toBe(how)
      expect(mergedColumns(one, other, {}, {})).toMatchObject({ sms_opt_out: sms, marketing_opt_out: marketing })
      expect(() => mergedColumns(one, other, { optOut: 'keep' }, {})).toThrow('短信拒收取两份档案的并集')
    },
  )

  it('does not let anybody choose an allergy, a disease or a tag away', () => {
    expect(() => mergedColumns(file(allergic('青霉素')), file(), { allergy: 'remove' }, {})).toThrow('不能选择')
    const both = mergedColumns(
      file({ systemic_diseases: ['高血压'], tags: ['牙周'] }),
      file({ systemic_diseases: ['糖尿病', '高血压'], tags: ['VIP'] }),
      {},
      {},
    )
    expect(both).toMatchObject({ systemic_diseases: ['高血压', '糖尿病'], tags: ['牙周', 'VIP'] })
  })

  it('puts medical texts together, once each, until they are too long', () => {
    const past = (text: string) => file({ past_history: text })
    expect(mergedColumns(past('拔牙史'), past('正畸史'), {}, {}).past_history).toBe('拔牙史；正畸史')
    expect(mergedColumns(past('拔牙史'), past('2019 年拔牙史'), {}, {}).past_history).toBe('2019 年拔牙史')
    expect(fieldOutcome('pastHistory', past('甲'.repeat(300)), past('乙'.repeat(300)))).toEqual({ how: 'choose' })
    expect(mergedColumns(past('拔牙史'), past('正畸史'), { pastHistory: 'keep' }, {}).past_history).toBe('拔牙史')
  })

  it('keeps the phone number that was not chosen as the spare one', () => {
    const chosen = mergedColumns(file(phone('13800000001')), file(phone('13800000002')), { mobile: 'keep' }, {})
    expect(chosen).toMatchObject({ mobile: '13800000001', mobile2: '13800000002' })
    const other = mergedColumns(
      file({ ...phone('13800000001'), mobile2: '13800000002' }),
      file(phone('13800000002')),
      { mobile: 'remove' },
      {},
    )
    expect(other.mobile).toBe('13800000002')
    expect(other.mobile2).toBeNull()
  })

  it('unites the lists of allergies: particulars and classes stay, what ended stays ended', () => {
    const entry = { substance: '青霉素', class: null, kind: 'allergy', reaction: '', severity: 0, ended: null }
    const shock = { ...entry, class: 'penicillin', severity: 3, reaction: '休克' }
    const over = { ...entry, substance: '碘', ended: { on: '2026-01-05', reason: '录入错误' } }
    const both = mergedColumns(
      file({ ...allergic('青霉素'), allergies: [entry] }),
      file({ ...allergic('青霉素（重度，休克）、乳胶'), allergies: [shock, { ...entry, substance: '乳胶' }, over] }),
      {},
      {},
    )
    expect(both.allergy_history).toBe('青霉素（重度，休克）、乳胶')
    expect(both.allergies).toEqual([shock, { ...entry, substance: '乳胶' }, over])
  })

  it('lets nobody be introduced by himself', () => {
    expect(mergedColumns(file(), file({ referrer_remark: '周雨桐' }), {}, {}).referrer_remark).toBeNull()
    expect(mergedColumns(file(), file({ referrer_remark: '罗文静' }), {}, {}).referrer_remark).toBe('罗文静')
  })

  it('takes two document numbers for two people', () => {
    expect(differentPapers(file({ id_no: 'A1' }), file({ id_no: 'A2' }))).toBe(true)
    expect(differentPapers(file({ id_no: 'A1' }), file())).toBe(false)
    expect(() => mergedColumns(file({ id_no: 'A1' }), file({ id_no: 'A2' }), {}, {})).toThrow('双方证件号不同')
  })
})

describe('taking it back', () => {
  const before = file()
  const after = { ...before, ...phone('13800000001'), ...allergic('青霉素') }

  it('gives every field that was not touched since its former value', () => {
    const { patch, changed } = undoneColumns(before, after, after)
    expect(changed).toEqual([])
    expect(patch).toEqual({
      mobile: null,
      mobile_owner: null,
      no_mobile_reason: '不愿提供',
      allergy_flag: 2,
      allergy_history: '',
      allergies: null,
    })
  })

  it('leaves what was changed since, and says so', () => {
    const now = { ...after, mobile: '13900000009' }
    const { patch, changed } = undoneColumns(before, after, now)
    expect(Object.keys(patch)).toEqual(['allergy_flag', 'allergy_history', 'allergies'])
    expect(changed).toEqual([
      {
        field: 'mobile',
        now: phone('13900000009'),
        was: { mobile: null, mobile_owner: null, no_mobile_reason: '不愿提供' },
      },
    ])
  })

  it('has nothing to say of a field that somebody has put back already', () => {
    expect(undoneColumns(before, after, before)).toEqual({ patch: {}, changed: [] })
  })
})

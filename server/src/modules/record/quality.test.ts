import { recordContent, type RecordContent } from '@dentin/contract'
import { implantLine } from '@dentin/contract/core/implant-line'
import type { LocalDate } from '@dentin/kit'
import { describe, expect, it } from 'vitest'
import { readSettings } from '../clinic/index.ts'
import type { QualitySetting } from '@dentin/contract/core/quality-rules'
import { lackingFilms, type DoneRow } from './films.ts'
import type { ItemFacts } from './items.ts'
import { blocking, qualityOf } from './quality.ts'
import { requiredSections } from './rules.ts'
import { lacksOfComplaint, says, sidesAstray } from './words.ts'

const at = new Date('2026-11-20T02:00:00Z')
const text = (more: object = {}): RecordContent =>
  recordContent.parse({
    chiefComplaint: '右下后牙自发痛 3 天',
    presentIllness: '三天前起夜间痛，冷热刺激加重，咬合时也痛，自服止痛药可缓解两三个小时，未治疗。',
    pastHistory: '否认',
    allergyHistory: '否认药物过敏史',
    exams: [{ teeth: '46:MO', content: '近中𬌗面深龋，叩(+)，冷测激发痛持续。' }],
    diagnoses: [{ teeth: '46', icdCode: 'K04.0', icdName: '急性牙髓炎', kind: 1 }],
    treatments: [{ teeth: '46', content: '局麻下开髓，拔髓，封药。' }],
    nextVisit: { days: 7, remark: '根管预备' },
    ...more,
  })
const required = requiredSections(readSettings({}), 1)
const facts = { visitKind: 1 as const, required, gender: 1, age: 34, visitTime: at, writtenAt: at, previous: [] }
const score = (content: RecordContent, more: object = {}) => qualityOf(content, { ...facts, ...more })
/** Which defects are found, with what they cost. */
const found = (content: RecordContent, more: object = {}) =>
  score(content, more).items.map(({ rule, level, points }) => [rule, level, points])

describe('the quality score', () => {
  it('is 100 for a sound record and loses 8 for each missing section', () => {
    expect(score(text())).toEqual({ score: 100, items: [] })
    expect(score(text({ treatments: [] })).score).toBe(92)
  })
  it('sees a treated tooth that has no diagnosis', () => {
    const found = score(text({ treatments: [{ teeth: '47', content: '开髓' }] }))
    expect(found.items.map((item) => item.message)).toEqual(['处置牙位 47 没有对应诊断、检查'])
  })
  it('sees a complaint on the other side', () => {
    const found = score(text({ chiefComplaint: '左下后牙自发痛 3 天' }))
    expect(found.items[0]?.message).toContain('左下')
  })
  it('sees teeth that do not belong to the age, but not a retained deciduous tooth', () => {
    const deciduous = { exams: [...text().exams, { teeth: '85', content: '残冠' }] }
    expect(score(text(deciduous)).items[0]?.message).toBe('34 岁选了乳牙 85')
    const retained = { ...deciduous, toothMarks: [{ tooth: '85', condition: 'retained_deciduous', status: 'present' }] }
    expect(score(text(retained)).items).toEqual([])
    expect(score(text(), { age: 3 }).items.at(-1)?.message).toBe('3 岁选了恒牙 46')
    expect(score(text(), { age: null }).items).toEqual([])
  })
  it('sees a diagnosis of a tooth without one, and one that names the wrong dentition', () => {
    const row = { teeth: '', icdCode: 'K04.0', icdName: '牙髓炎', kind: 1 }
    expect(score(text({ diagnoses: [row] })).items[0]?.message).toBe('牙髓炎未选牙位')
    const wrong = { teeth: '46', icdCode: 'K02.1', icdName: '乳牙龋', kind: 1 }
    expect(score(text({ diagnoses: [wrong] })).items[0]?.message).toBe('乳牙龋选的是恒牙')
  })
  it('sees late writing and text taken over whole', () => {
    const late = score(text(), { writtenAt: new Date(at.getTime() + 25 * 3_600_000) })
    expect(late.items.map((item) => item.message)).toEqual(['就诊 24 小时后才完成书写'])
    expect(score(text(), { previous: [text()] }).items.map((item) => [item.message, item.points])).toEqual([
      ['与上次病历 100% 相同', 8],
    ])
    const other = text({ presentIllness: '另一段病史', exams: [], treatments: [] })
    expect(score(text(), { previous: [other, text()] }).items[0]?.message).toBe('与前第 2 次病历 100% 相同')
    expect(score(text(), { previous: [other] }).items).toEqual([])
  })
})

describe('each defect of the list', () => {
  it('Q01–Q08: a missing section blocks and costs 8, by its own number', () => {
    const rules = found(recordContent.parse({}), { required: [...required, 'advice' as const] })
    expect(rules).toEqual(['Q01', 'Q02', 'Q03', 'Q04', 'Q05', 'Q06', 'Q07', 'Q08'].map((rule) => [rule, 1, 8]))
  })
  it('Q02: a return visit without what has changed since; present illness stands for it', () => {
    const again = { visitKind: 2 as const, required: requiredSections(readSettings({}), 2) }
    expect(found(text({ presentIllness: '' }), again)).toEqual([['Q02', 1, 8]])
    expect(found(text({ presentIllness: '', interval: '封药后无不适' }), again)).toEqual([])
    expect(found(text(), again)).toEqual([])
  })
  it('Q09: a complaint without place, symptom or time; not what somebody wants, nor a return visit', () => {
    expect(lacksOfComplaint('右下后牙自发痛 3 天')).toEqual([])
    expect(lacksOfComplaint('右下后牙自发痛')).toEqual(['时间'])
    expect(lacksOfComplaint('疼痛半月')).toEqual(['部位'])
    expect(lacksOfComplaint('右下后牙两周')).toEqual(['症状'])
    expect([lacksOfComplaint('要求洁治'), lacksOfComplaint('根管治疗复诊'), lacksOfComplaint('')]).toEqual([[], [], []])
    expect(found(text({ chiefComplaint: '右下后牙自发痛' }))).toEqual([['Q09', 2, 2]])
    expect(found(text({ chiefComplaint: '右下后牙自发痛' }), { visitKind: 2 })).toEqual([])
  })
  it('Q10: a long complaint is only said', () => {
    const long = { chiefComplaint: `右下后牙自发痛 3 天，${'反复发作'.repeat(12)}` }
    expect(found(text(long))).toEqual([['Q10', 3, 0]])
    expect(score(text(long)).score).toBe(100)
  })
  it('Q12, Q13: no code and not to be confirmed; to be confirmed for the third time', () => {
    const row = (kind: number, icdCode = '') =>
      text({ diagnoses: [{ teeth: '46', icdCode, icdName: '牙痛待查', kind }] })
    expect(found(row(1))).toEqual([['Q12', 2, 3]])
    expect(found(row(3))).toEqual([])
    const before = recordContent.parse({ diagnoses: row(3).diagnoses })
    expect(found(row(3), { previous: [before] })).toEqual([])
    expect(found(row(3), { previous: [before, before] })).toEqual([['Q13', 3, 0]])
    expect(found(row(3), { previous: [before, recordContent.parse({})] })).toEqual([])
  })
  it('Q15: side and jaw in every row against its own teeth, denials and comparisons aside', () => {
    const exam = (content: string) => found(text({ exams: [{ teeth: '46:MO', content }] }))
    expect(exam('左下第一磨牙深龋，叩(+)')).toEqual([['Q15', 2, 5]])
    expect(exam('右下第一磨牙深龋')).toEqual([])
    expect(exam('深龋，冷测与左下同名牙对照')).toEqual([])
    expect(exam('深龋，左下未见异常')).toEqual([])
    expect(sidesAstray('右上、左上痛，否认左下痛', ['46'])).toEqual(['右上', '左上'])
    expect(sidesAstray('右上、左上痛', [])).toEqual([])
    expect(found(text({ treatments: [{ teeth: '46', content: '左上开髓，拔髓，封药' }] }))).toEqual([['Q15', 2, 5]])
  })
  it('Q18b: a diagnosis outside the ages at which it is made is told beside its line, without a cost', () => {
    const rows = [
      { teeth: '46', icdCode: 'K04.0', icdName: '牙髓炎', kind: 1 },
      { teeth: '', icdCode: 'W01', icdName: '奶瓶龋', kind: 2 },
      { teeth: '', icdCode: 'K00.7', icdName: '出牙综合征', kind: 2 },
    ]
    const own = new Map([['W01', { toothRequired: false, ageFrom: null, ageTo: 5 }]])
    const told = (age: number | null) =>
      score(text({ diagnoses: rows }), { age, own }).items.filter(({ rule }) => rule === 'Q18b')
    expect(told(34)).toMatchObject([
      { level: 3, points: 0, field: 'diagnoses.1', message: '奶瓶龋适用于 5 岁以下，患者 34 岁' },
      { level: 3, points: 0, field: 'diagnoses.2', message: '出牙综合征适用于 0–3 岁，患者 34 岁' },
    ])
    expect(told(5).map(({ field }) => field)).toEqual(['diagnoses.2'])
    expect([told(3), told(null)]).toEqual([[], []])
    const elderly = new Map([['W01', { toothRequired: false, ageFrom: 60, ageTo: null }]])
    expect(
      score(text({ diagnoses: rows.slice(1, 2) }), { own: elderly }).items.map(({ message }) => message),
    ).toContain('奶瓶龋适用于 60 岁起，患者 34 岁')
  })
  it('Q18: words that do not belong to the sex or the age', () => {
    expect(found(text({ pastHistory: '妊娠 20 周' }), { gender: 0 })).toEqual([['Q18', 2, 5]])
    expect(found(text({ pastHistory: '妊娠 20 周' }), { gender: 1 })).toEqual([])
    expect(found(text({ pastHistory: '否认妊娠' }), { gender: 0 })).toEqual([])
    const wisdom = text({ diagnoses: [{ teeth: '46', icdCode: 'K01.1', icdName: '阻生智齿', kind: 1 }] })
    expect(found(wisdom, { age: 12 })).toEqual([['Q18', 2, 5]])
    expect(found(wisdom, { age: 20 })).toEqual([])
    expect([says('无妊娠', /妊娠/), says('现妊娠', /妊娠/)]).toEqual([false, true])
  })
  it('Q19: surgery without blood pressure blocks; a high one wants a word', () => {
    const surgery = (more: object, content = '局麻下微创拔除') =>
      text({ treatments: [{ teeth: '46', content }], ...more })
    const pressure = (sys: number, dia: number) => ({
      generalCondition: { bloodPressureSys: sys, bloodPressureDia: dia },
    })
    expect(found(surgery({}))).toEqual([['Q19', 1, 8]])
    expect(found(surgery(pressure(179, 109)))).toEqual([])
    expect(found(surgery(pressure(180, 90)))).toEqual([['Q19b', 2, 6]])
    expect(found(surgery(pressure(150, 110)))).toEqual([['Q19b', 2, 6]])
    expect(found(surgery(pressure(180, 90), '局麻下微创拔除，血压偏高，已观察'))).toEqual([])
    expect(found(text(pressure(180, 110)))).toEqual([])
  })
  it('Q26: a day late costs 6, three days 10', () => {
    const late = (hours: number) => found(text(), { writtenAt: new Date(at.getTime() + hours * 3_600_000) })
    expect([late(24), late(25), late(72), late(73)]).toEqual([[], [['Q26', 2, 6]], [['Q26', 2, 6]], [['Q26b', 2, 10]]])
  })
  it('Q28, Q32: a gap blocks; a film without a finding costs 2', () => {
    expect(found(text({ advice: '{选择:忌冷|忌硬}' }))).toEqual([['Q28', 1, 0]])
    const film = (content: string) => text({ auxExams: [{ teeth: '46', kind: '根尖片', content }] })
    expect([found(film(' ')), found(film('低密度影'))]).toEqual([[['Q32', 2, 2]], []])
  })
})

describe('Q23: local anaesthetics', () => {
  const full = {
    drug: 'articaine4_epi100k',
    concentration: 4,
    vasoconstrictor: '1:100000',
    ml: 2.5,
    lot: 'A1',
    time: '09:30',
  }
  const given = (...lines: object[]) =>
    text({ treatments: [{ teeth: '46', content: '局麻下开髓，拔髓，封药。', anaesthetics: lines }] })
  const child = { weightKg: 20, age: 6, underSixMonths: false, asa: null, risks: [] }
  const grown = { ...child, weightKg: 60, age: 34 }

  it('a line without drug, ml, lot or time costs 4, once', () => {
    expect(found(given(full), { body: grown })).toEqual([])
    for (const key of ['drug', 'ml', 'lot', 'time'])
      expect([key, found(given({ ...full, [key]: key === 'ml' ? null : '' }), { body: grown })]).toEqual([
        key,
        [['Q23', 2, 4]],
      ])
    expect(found(given({ ...full, lot: '' }, { ...full, time: '' }), { body: grown })).toEqual([['Q23', 2, 4]])
  })

  it('S26: above the limit of this child it can’t be signed until the reason is written; at the limit it can', () => {
    expect(found(given(full), { body: child })).toEqual([])
    const over = score(given({ ...full, ml: 2.6 }), { body: child }).items
    expect(over).toMatchObject([
      { rule: 'Q23b', level: 1, message: '局麻超过限量：麻药合计为上限的 104%（6 岁，按儿童限量），须写理由' },
    ])
    expect(found(given({ ...full, ml: 2.6, overReason: '分两次，间隔 60 分钟' }), { body: child })).toEqual([])
    expect(found(given({ ...full, ml: 2.6 }), { body: grown })).toEqual([])
  })

  it('S26: with a heart disease the adrenaline is what is above', () => {
    const lidocaine = { ...full, drug: 'lidocaine2_epi100k', concentration: 2, ml: 4 }
    const ill = { ...grown, risks: ['heart'] as const }
    expect(found(given(lidocaine), { body: ill })).toEqual([])
    expect(score(given({ ...lidocaine, ml: 4.1 }), { body: ill }).items[0]?.message).toBe(
      '局麻超过限量：肾上腺素 41 µg，上限 40 µg（心血管病，肾上腺素 40 µg），须写理由',
    )
  })

  it('what can’t be looked at is said', () => {
    expect(found(given(full), { body: { ...child, weightKg: null } })).toEqual([['Q23c', 3, 0]])
  })
})

describe('Q30: a course that goes on wants a next visit', () => {
  const without = { nextVisit: { days: null, remark: '' } }
  const said = (content: string, more: object = {}) =>
    found(text({ ...without, treatments: [{ teeth: '46', content }], ...more })).filter(([rule]) => rule === 'Q30')
  it('speaks of an open root canal, stitches and a temporary crown, and only without a next visit', () => {
    for (const content of ['开髓，拔髓，封药。', '拔除 46，间断缝合 2 针。', '备牙，取模，临时冠粘固。']) {
      expect(said(content)).toEqual([['Q30', 3, 0]])
      expect(said(content, { nextVisit: { days: 7, remark: '' } })).toEqual([])
      expect(said(content, { nextVisit: { days: null, remark: '一周后复诊' } })).toEqual([])
    }
  })
  it('stays silent where the course ends in the same visit', () => {
    for (const content of [
      '根管预备后热牙胶充填完成。',
      '可吸收线缝合。',
      '去临时冠，戴牙，粘固全冠。',
      '未见临时冠松动。',
    ])
      expect(said(content)).toEqual([])
  })
})

describe('Q19, Q30: what the price list says of an item, not what it is called', () => {
  const [plain, marked] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
  const items = (more: Partial<ItemFacts>, name = '某项目') =>
    new Map([
      [plain, { name: '微创拔除', isSurgery: false, isImplant: false, course: null }],
      [marked, { name, isSurgery: false, isImplant: false, course: null, ...more }],
    ])
  const done = (tariffId: string, content: string, more: object = {}) =>
    text({ treatments: [{ teeth: '46', content, tariffs: [{ tariffId, qty: 1 }] }], ...more })
  const rules = (content: RecordContent, facts: ReturnType<typeof items>) =>
    found(content, { items: facts }).map(([rule]) => rule)

  it('surgery is what is marked so, whatever its name and the words of the treatment', () => {
    expect(rules(done(marked, '按常规处理'), items({ isSurgery: true }))).toContain('Q19')
    expect(rules(done(plain, '上次微创拔除后复查'), items({}))).not.toContain('Q19')
  })
  it('a course goes on by the step of its item, and ends by the other', () => {
    const open = { nextVisit: { days: null, remark: '' } }
    for (const [begun, ended] of [
      [1, 2],
      [3, 4],
      [5, 6],
    ] as const) {
      expect(rules(done(marked, '按常规处理', open), items({ course: begun }))).toContain('Q30')
      expect(rules(done(marked, '开髓，缝合，临时冠', open), items({ course: ended }))).not.toContain('Q30')
    }
  })
})

describe('Q17: a tooth that the mouth says is gone', () => {
  it('blocks with the tooth, the item and what is there instead', () => {
    const gone = [{ tooth: '46', item: '根管预备（磨牙）', instead: '已缺失' }]
    const { items } = score(text(), { treatedGone: gone })
    expect(items).toEqual([
      {
        rule: 'Q17',
        level: 1,
        points: 8,
        section: 'treatments',
        message: '46 在口腔图里已缺失，不能做根管预备（磨牙）',
      },
    ])
  })
})

describe('Q16: a deciduous tooth is treated whose successor stands by the mouth', () => {
  const at75 = (more: object = {}) =>
    text({
      diagnoses: [{ teeth: '75', icdCode: 'K02.1', icdName: '牙本质龋', kind: 1 }],
      exams: [{ teeth: '75', content: '𬌗面龋' }],
      treatments: [{ teeth: '75', content: '去腐充填' }],
      ...more,
    })
  const said = (content: RecordContent, age: number | null = 11) =>
    score(content, { age, succeeded: [{ tooth: '75', successor: '35' }] }).items.flatMap(({ rule, message }) =>
      rule === 'Q16' ? [message] : [],
    )
  it('says both teeth, whether the age is known or not; once, where the age says it too', () => {
    expect(said(at75())).toEqual(['处置了乳牙 75，口腔图里恒牙 35 已在'])
    expect(said(at75(), null)).toEqual(['处置了乳牙 75，口腔图里恒牙 35 已在'])
    expect(said(at75(), 30)).toEqual(['30 岁选了乳牙 75'])
  })
  it('is silent where it has stayed', () => {
    expect(said(at75({ exams: [{ teeth: '75', content: '滞留，舌侧' }] }))).toEqual([])
  })
})

describe('Q14: a treated tooth has its diagnosis and its examination', () => {
  const row = (teeth: string, icdCode = 'K04.0', icdName = '牙髓炎', kind = 1) => ({ teeth, icdCode, icdName, kind })
  const exam = (teeth: string) => ({ teeth, content: '叩(−)，无松动，牙龈无红肿。' })
  const done = (teeth: string) => ({ teeth, content: '局麻下开髓，拔髓，封药。' })
  const messages = (more: object, facts: object = {}) =>
    score(text(more), facts).items.flatMap(({ rule, message }) => (rule === 'Q14' ? [message] : []))

  it.each<[string, object, string[]]>([
    ['diagnosed and not examined', { exams: [exam('47')] }, ['处置牙位 46 没有对应检查']],
    ['examined and not diagnosed', { diagnoses: [row('47')] }, ['处置牙位 46 没有对应诊断']],
    ['nothing diagnosed with a tooth that needs one', { diagnoses: [row('')] }, ['处置牙位 46 没有对应诊断']],
    ['neither', { treatments: [done('47')] }, ['处置牙位 47 没有对应诊断、检查']],
    ['another quarter examined', { exams: [exam('Q1')] }, ['处置牙位 46 没有对应检查']],
    [
      'a deciduous tooth of another quarter',
      { treatments: [done('55')], diagnoses: [row('Q4')], exams: [exam('')] },
      ['处置牙位 55 没有对应诊断'],
    ],
  ])('speaks: %s', (_name, more, said) => {
    expect(messages(more)).toEqual(said)
  })
  it.each<[string, object]>([
    ['both', {}],
    ['an examination of the whole mouth', { exams: [exam('')] }],
    ['a region that holds it', { exams: [exam('Q4')], diagnoses: [row('LA')] }],
    ['a diagnosis that asks for no tooth', { diagnoses: [row('', 'K05.1', '慢性龈炎')] }],
    ['a film of it', { exams: [exam('47')], auxExams: [{ teeth: '46', kind: '根尖片', content: '根尖周低密度影' }] }],
    [
      'charted today',
      { exams: [exam('47')], toothMarks: [{ tooth: '46', condition: 'caries', surfaces: 'O', status: 'present' }] },
    ],
    [
      'a deciduous tooth in a region',
      { treatments: [done('85')], diagnoses: [row('FM', 'K05.1', '慢性龈炎')], exams: [exam('Q4')] },
    ],
    [
      'a treatment of the whole mouth',
      { treatments: [{ teeth: '', content: '口腔卫生指导' }], exams: [exam('47')], diagnoses: [row('47')] },
    ],
    ['nothing examined at all: its own defect', { exams: [] }],
    ['nothing diagnosed at all: its own defect', { diagnoses: [] }],
  ])('is silent: %s', (_name, more) => {
    expect(messages(more)).toEqual([])
  })
  it('asks the company’s own diagnoses whether they need a tooth', () => {
    const own = (toothRequired: boolean) => ({ own: new Map([['Z9', { toothRequired }]]) })
    const diagnoses = [row('', 'Z9', '自定义')]
    expect(messages({ diagnoses }, own(false))).toEqual([])
    expect(messages({ diagnoses }, own(true))).toEqual(['处置牙位 46 没有对应诊断'])
  })
})

describe('Q15: sides and jaws in every text but the histories', () => {
  const said = (more: object) =>
    score(text(more)).items.flatMap(({ rule, section }) => (rule === 'Q15' ? [section] : []))
  const teeth = '46'
  it.each<[string, object, string]>([
    ['上颌 in an examination', { exams: [{ teeth, content: '上颌第一磨牙深龋，叩(+)' }] }, 'exams'],
    ['左侧 on a film', { auxExams: [{ teeth, kind: '根尖片', content: '左侧磨牙根尖周低密度影' }] }, 'auxExams'],
    [
      '左侧 in a diagnosis',
      { diagnoses: [{ teeth, icdCode: 'K04.0', icdName: '左侧磨牙牙髓炎', kind: 1 }] },
      'diagnoses',
    ],
    ['上颌 in a plan', { plans: [{ teeth, content: '上颌磨牙根管治疗后冠修复' }] }, 'plans'],
    ['左侧 in a treatment', { treatments: [{ teeth, content: '左侧阻滞麻醉下开髓，拔髓' }] }, 'treatments'],
    ['左侧 in the advice', { advice: '勿用左侧咬硬物' }, 'advice'],
    ['左侧 in the complaint', { chiefComplaint: '左侧后牙痛 3 天' }, 'exams'],
    ['上颌 in the complaint', { chiefComplaint: '上颌后牙痛 3 天' }, 'exams'],
  ])('speaks: %s', (_name, more, section) => {
    expect(said(more)).toEqual([section])
  })
  it.each<[string, object]>([
    ['the right jaw and side', { exams: [{ teeth, content: '右侧下颌第一磨牙深龋，叩(+)' }] }],
    ['a denial', { exams: [{ teeth, content: '深龋，上颌未见异常' }] }],
    ['a comparison', { exams: [{ teeth, content: '深龋，冷测与左侧同名牙对照' }] }],
    [
      'the joint and what is called after the jaw',
      {
        exams: [{ teeth: '16', content: '颞下颌关节无弹响，下颌下淋巴结轻度肿大' }],
        diagnoses: [{ teeth: '16', icdCode: 'K04.0', icdName: '牙髓炎', kind: 1 }],
        treatments: [{ teeth: '16', content: '开髓' }],
        chiefComplaint: '右上后牙痛 3 天',
      },
    ],
    ['advice to use the other side', { advice: '暂用左侧咀嚼' }],
    ['the present illness', { presentIllness: '三天前左侧上颌也痛过，现在只有右下痛，夜间痛明显，自服止痛药可缓解。' }],
    ['a row without teeth', { exams: [{ teeth: '', content: '左侧颊黏膜溃疡' }] }],
    ['a plan on its own teeth', { plans: [{ teeth: '26', content: '左侧上颌磨牙冠修复' }] }],
  ])('is silent: %s', (_name, more) => {
    expect(said(more)).toEqual([])
  })
})

describe('Q16: teeth far from the age, by the table of eruption and two years beside it', () => {
  const said = (teeth: string, age: number, more: object = {}) =>
    score(text({ exams: [{ teeth, content: '龋，叩(−)' }], diagnoses: [], treatments: [], ...more }), {
      age,
    }).items.flatMap(({ rule, message }) => (rule === 'Q16' ? [message] : []))
  it.each([
    ['46', 3, 4],
    ['11', 4, 5],
    ['35', 8, 9],
    ['17', 9, 10],
    ['48', 14, 15],
  ])('%s at %i is early, at %i it is not', (tooth, early, due) => {
    expect(said(tooth, early)).toEqual([`${early} 岁选了恒牙 ${tooth}`])
    expect(said(tooth, due)).toEqual([])
  })
  it.each([
    ['71', 10, 9],
    ['54', 14, 13],
    ['53', 15, 14],
  ])('%s at %i is late, at %i it is not', (tooth, late, usual) => {
    expect(said(tooth, late)).toEqual([`${late} 岁选了乳牙 ${tooth}`])
    expect(said(tooth, usual)).toEqual([])
  })
  it.each<[string, string, number, object]>([
    [
      'what has stayed, charted',
      '85',
      34,
      { toothMarks: [{ tooth: '85', condition: 'retained_deciduous', status: 'present' }] },
    ],
    [
      'what has stayed, written',
      '85',
      34,
      { diagnoses: [{ teeth: '85', icdCode: 'K00.6', icdName: '乳牙滞留', kind: 1 }] },
    ],
    ['a germ', '48', 12, { exams: [{ teeth: '48', content: '全景片示 48 牙胚' }] }],
    [
      'one that has not come, charted',
      '48',
      12,
      { toothMarks: [{ tooth: '48', condition: 'impacted', status: 'present' }] },
    ],
    ['the whole mouth of a child', 'FM', 4, {}],
    ['a supernumerary beside a due tooth', 'S11', 8, {}],
  ])('is silent: %s', (_name, teeth, age, more) => {
    expect(said(teeth, age, more)).toEqual([])
  })
})

describe('Q27: words of templates count apart', () => {
  const words = '橡皮障隔湿，去暂封，测工作长度，机用镍钛锉预备，次氯酸钠与EDTA交替冲洗，超声荡洗，氢氧化钙封药，暂封。'
  const template = recordContent.parse({ treatments: [{ teeth: '', content: words }] })
  const visit = (own: string) =>
    text({ presentIllness: '', interval: own, exams: [], treatments: [{ teeth: '46', content: words }] })
  const said = (own: string, before: string, templates: RecordContent[]) =>
    score(visit(own), { previous: [visit(before)], templates }).items.flatMap(({ rule, message }) =>
      rule === 'Q27' ? [message] : [],
    )
  const long =
    '封药后疼痛明显减轻，昨晚进食硬物时右下后牙有一过性酸胀感，约半小时后自行消失，今晨起无任何不适，刷牙不出血。'
  it('a return visit from a favourite is not copied', () => {
    expect(said('无不适', '轻微咬物不适', [])).toEqual([expect.stringMatching(/^与上次病历 \d+% 相同$/)])
    expect(said('无不适', '轻微咬物不适', [template])).toEqual([])
  })
  it('what the doctor wrote beside the template and copied is, with both shares', () => {
    expect(said(long, long, [template])).toEqual([
      expect.stringMatching(/^与上次病历 100% 相同（模板 4\d%，其余复制 100%）$/),
    ])
    expect(said(long, '疼痛减轻', [template])).toEqual([])
  })
})

describe('how a clinic takes the rules', () => {
  const late = { writtenAt: new Date(at.getTime() + 2 * 86_400_000) }
  const taken = (content: RecordContent, settings: QualitySetting[], more: object = {}) =>
    qualityOf(content, { ...facts, ...more }, settings)
  const bare = text({ pastHistory: '' })
  it('off: not looked for; said: without points; else with the points it says', () => {
    expect(taken(bare, []).items.map(({ rule, level }) => [rule, level])).toEqual([['Q03', 1]])
    expect(taken(bare, [{ id: 'Q03', level: 0, points: 8 }])).toEqual({ score: 100, items: [] })
    expect(taken(bare, [{ id: 'Q03', level: 3, points: 8 }])).toMatchObject({
      score: 100,
      items: [{ level: 3, points: 0 }],
    })
    expect(taken(bare, [{ id: 'Q03', level: 2, points: 20 }])).toMatchObject({ score: 80, items: [{ level: 2 }] })
  })
  it('only what blocks stands in the way of signing', () => {
    expect(blocking(taken(bare, []))).toEqual([{ section: 'pastHistory', message: '既往史未填' }])
    expect(blocking(taken(bare, [{ id: 'Q03', level: 2, points: 8 }]))).toEqual([])
    expect(blocking(taken(text({ chiefComplaint: '要求检查' }), [{ id: 'Q09', level: 1, points: 2 }]))).toEqual([])
    expect(blocking(taken(text({ chiefComplaint: '右下牙不好' }), [{ id: 'Q09', level: 1, points: 2 }]))).toHaveLength(
      1,
    )
  })
  it('lateness never blocks, and the consent rules are said elsewhere', () => {
    expect(taken(text(), [{ id: 'Q26', level: 1, points: 6 }], late).items).toMatchObject([{ rule: 'Q26', level: 2 }])
    const lacking = { consents: { rule: 'block' as const, names: ['拔牙知情同意书'] } }
    expect(blocking(taken(text(), [{ id: 'Q20', level: 0, points: 0 }], lacking))).toHaveLength(1)
  })
})

describe('Q21, Q22: films of what was done', () => {
  const day = '2026-11-20'
  const film = (takenOn: string, more: object = {}) => ({
    type: 13,
    teeth: ['46'],
    takenOn: takenOn as LocalDate,
    ...more,
  })
  const item = (more: Partial<ItemFacts> = {}) => ({ isImplant: false, course: null, ...more })
  const root: DoneRow = { teeth: ['46'], content: '开髓，拔髓。', implants: [], items: [item({ course: 1 })] }
  const filled: DoneRow = { ...root, content: '根管充填，暂封。' }
  const implant: DoneRow = { teeth: ['46'], content: '', implants: [], items: [item({ isImplant: true })] }
  const rules = (rows: DoneRow[], films: ReturnType<typeof film>[]) =>
    found(text(), { films: lackingFilms(rows, films, day as LocalDate) }).map(([rule, , points]) => [rule, points])

  it('Q21: a root canal without a film of that tooth within 90 days costs 6', () => {
    expect(rules([root], [])).toEqual([['Q21', 6]])
    expect(rules([root], [film('2026-08-21')])).toEqual([['Q21', 6]])
    expect(rules([root], [film('2026-11-01', { teeth: ['45'] })])).toEqual([['Q21', 6]])
  })
  it('Q21: a film of the tooth, or of the whole mouth, within 90 days is enough; a filling asks for none', () => {
    expect(rules([root], [film('2026-08-22')])).toEqual([])
    expect(rules([root], [film('2026-11-20', { type: 10, teeth: [] })])).toEqual([])
    expect(rules([{ ...root, content: '充填', items: [item()] }], [])).toEqual([])
    expect(rules([{ ...root, items: [] }], [])).toEqual([])
  })
  it('Q21b: a filled root without a film since the visit costs 4; with one it costs nothing', () => {
    expect(rules([filled], [film('2026-11-19')])).toEqual([['Q21b', 4]])
    expect(rules([filled], [film('2026-11-20')])).toEqual([])
    expect(rules([root], [film('2026-11-19')])).toEqual([])
  })
  it('Q22: an implant without a CBCT within twelve months costs 6; a crown on one asks for none', () => {
    expect(rules([implant], [film('2025-11-19', { type: 17 })])).toEqual([['Q22', 6]])
    expect(rules([implant], [film('2026-11-01', { type: 10 })])).toEqual([['Q22', 6]])
    expect(rules([implant], [film('2025-11-20', { type: 17 })])).toEqual([])
    expect(
      rules(
        [
          { ...implant, items: [item()] },
          { ...implant, items: [] },
        ],
        [],
      ),
    ).toEqual([])
  })
  it('Q22b: an implant without maker, size or lot costs 8', () => {
    const done = (words: string, teeth: string[] = ['46'], ...implants: object[]) =>
      score(text(), {
        implants: [{ teeth, content: words, implants: implants.map((line) => implantLine.parse(line)) }],
      }).items.map(({ rule, message }) => [rule, message])
    expect(done('植入种植体 1 枚，扭矩 35 N·cm。')).toEqual([['Q22b', '种植体没有写品牌、规格、批号']])
    expect(done('植入士卓曼 4.1×10 mm 种植体 1 枚。')).toEqual([['Q22b', '种植体没有写批号']])
    expect(done('植入士卓曼 4.1×10 mm 种植体 1 枚，批号 A1234。')).toEqual([])
    expect(done('植入 Osstem 4.5×10 mm 种植体，lot 88123')).toEqual([])
    expect(done('植入 implant 4.1×10 mm，批号 A1234，flapless。')).toEqual([['Q22b', '种植体没有写品牌']])
    const whole = { tooth: '46', brand: '一家没听说过的', diameter: 4.1, length: 10, lot: 'A1' }
    expect(done('植入种植体', ['46'], whole)).toEqual([])
    expect(done('植入种植体', ['46'], { ...whole, tooth: '' })).toEqual([])
    expect(done('植入种植体', ['46'], { ...whole, length: null })).toEqual([['Q22b', '46 的种植体没有写规格']])
    expect(done('植入种植体，批号 A1', ['46'], { ...whole, lot: '' })).toEqual([])
    expect(done('植入种植体', ['46', '36'], whole)).toEqual([['Q22b', '36 的种植体没有写品牌、规格、批号']])
    expect(done('植入种植体', ['46', '36'], whole, { ...whole, tooth: '36', lot: '' })).toEqual([
      ['Q22b', '36 的种植体没有写批号'],
    ])
    expect(score(text(), { implants: [] }).items).toEqual([])
  })
})

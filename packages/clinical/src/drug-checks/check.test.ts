import { describe, expect, it } from 'vitest'
import { type Allergy, checkDrugs, drugClasses, type DrugFacts, drugRules, listedDrugs, sheetAdvice } from './index.ts'

const adult: DrugFacts = {
  today: '2026-11-23',
  age: 30,
  sex: 'male',
  weightKg: 70,
  pregnancy: { state: 'notPregnant' },
  lactating: false,
  diseases: [],
  allergies: [],
  medicines: [],
  recent: [],
  items: [],
}
const line = (drugId: string, dailyMg: number | null = 500) => ({ drugId, name: drugId, dailyMg })
const allergy = (text: string, more: Partial<Allergy> = {}): Allergy => ({
  class: null,
  text,
  status: 'active',
  kind: 'allergy',
  reaction: 'other',
  ...more,
})
const check = (drugs: string, facts: Partial<DrugFacts> = {}) =>
  checkDrugs(
    drugs
      .split(' ')
      .filter(Boolean)
      .map((drug) => line(drug)),
    { ...adult, ...facts },
  ).map(({ ruleId, severity, outcome }) => (outcome === '命中' ? `${ruleId} ${severity}` : `? ${ruleId}`))
const ids = listedDrugs.map(({ id }) => id)

describe('the table', () => {
  it('names only listed drugs, each rule once, none verified', () => {
    for (const drug of [...drugRules.flatMap(({ drugs }) => drugs), ...Object.values(drugClasses).flat()])
      expect(ids).toContain(drug)
    expect(new Set(drugRules.map(({ id }) => id)).size).toBe(drugRules.length)
    expect(drugRules.every(({ verifiedBy, text, source }) => verifiedBy === null && text && source)).toBe(true)
  })
  it.each(Object.entries(drugClasses).flatMap(([name, drugs]) => drugs.map((drug) => [name, drug] as const)))(
    'an allergy to %s blocks %s',
    (name, drug) => {
      expect(check(drug, { allergies: [allergy('', { class: name as keyof typeof drugClasses })] })).toContain(
        `allergy-${name} 阻断`,
      )
    },
  )
})

const ages =
  '2 benzocaine-gel,4 articaine-epi-100k articaine-epi-200k,8 doxycycline minocycline-gel,12 tramadol bupivacaine-05 valaciclovir,16 aspirin etoricoxib,18 moxifloxacin levofloxacin celecoxib,6 chlorhexidine compound-cpc compound-cx povidone-iodine h2o2'
describe('age', () => {
  it.each(
    ages.split(',').flatMap((group) => {
      const [limit = '', ...drugs] = group.split(' ')
      return drugs.map((drug) => [drug, Number(limit)] as const)
    }),
  )('%s from %i', (drug, limit) => {
    const said = (age: number | null) => check(drug, { age }).filter((finding) => finding.includes('age-'))
    expect(said(limit - 1)).toEqual([expect.stringMatching(limit === 6 ? /提示$/ : /阻断$/)])
    expect(said(limit)).toEqual([])
    expect(said(null)).toEqual([expect.stringMatching(/^\?/)])
  })
})

describe('pregnancy and lactation', () => {
  const her: Partial<DrugFacts> = { sex: 'female' }
  it.each([
    ...['doxycycline', 'moxifloxacin', 'levofloxacin', 'thalidomide', 'etoricoxib'].map((drug) => [
      drug,
      5,
      'pregnancy-blocked 阻断',
    ]),
    ...drugClasses.nsaid.flatMap((drug) => [
      [drug, 19, 'pregnancy-nsaid-early 提示'],
      [drug, 20, 'pregnancy-nsaid-late 阻断'],
    ]),
    ...['metronidazole', 'tinidazole', 'nitrous-oxide'].map((drug) => [drug, 13, 'pregnancy-first 阻断']),
    ...['fluconazole', 'midazolam', 'diazepam', 'minocycline-gel'].map((drug) => [drug, 30, 'pregnancy-strong 强提示']),
  ] as [string, number, string][])('%s in week %i: %s', (drug, week, finding) => {
    expect(check(drug, { ...her, pregnancy: { state: 'pregnant', week } })).toContain(finding)
    expect(check(drug, { ...her, pregnancy: { state: 'pregnant', week: null } })).toContain(finding)
    expect(check(drug, { ...her, pregnancy: { state: 'pregnant', week: 42 } })).not.toContain(finding)
    const asked = check(drug, { ...her, pregnancy: { state: 'unknown' } })
    expect(asked).toContain(`? ${finding.split(' ')[0]}`)
    expect(check(drug, { ...her, age: 51, pregnancy: { state: 'unknown' } }).join()).not.toContain('pregnancy')
  })
  it('nothing of the first trimester later, nor of rinses', () => {
    expect(check('nitrous-oxide', { ...her, pregnancy: { state: 'pregnant', week: 14 } })).toEqual([])
    expect(check('chlorhexidine', { ...her, pregnancy: { state: 'pregnant', week: 9 } })).toEqual([])
  })
  it.each(['metronidazole', 'tinidazole', 'moxifloxacin', 'levofloxacin'])('%s while nursing', (drug) => {
    expect(check(drug, { ...her, lactating: true })).toContain('lactation 强提示')
    expect(check(drug, { ...her, lactating: null })).toContain('? lactation')
  })
})

describe('allergies', () => {
  const penicillin = (reaction: Allergy['reaction']) => ({ allergies: [allergy('青霉素过敏', { reaction })] })
  it.each([
    ['cefalexin', 'other', ['cross-like-chain 阻断']],
    ['cefradine', 'other', ['cross-like-chain 阻断']],
    ['cefaclor', 'immediateSevere', ['cross-like-chain 阻断']],
    ['cefuroxime-axetil', 'immediateSevere', ['cross-severe 阻断']],
    ['cefuroxime-axetil', 'other', ['cross-other 提示']],
    ['cefuroxime-axetil', 'unknown', ['cross-severe 阻断', '? missing-reaction']],
    ['ceftriaxone', 'other', ['cross-other 提示', 'alcohol 提示']],
    ['ceftriaxone', 'immediateSevere', ['cross-severe 阻断', 'alcohol 提示']],
  ] as const)('penicillin → %s, %s', (drug, reaction, findings) => {
    expect(check(drug, penicillin(reaction))).toEqual(findings)
  })
  it.each([
    ['盘尼西林', 'amoxicillin', ['allergy-penicillin 阻断']],
    ['阿莫', 'penicillin-v', ['allergy-penicillin 阻断']],
    ['阿莫西林', 'penicillin-v', ['allergy-penicillin 阻断']],
    ['先锋', 'cefaclor', ['allergy-cephalosporin 阻断']],
    ['头孢类', 'cefaclor', ['allergy-cephalosporin 阻断']],
    ['磺胺', 'celecoxib', ['allergy-sulfonamide 阻断']],
    ['非甾体抗炎药', 'ibuprofen', ['allergy-nsaid 阻断']],
    ['普鲁卡因', 'benzocaine-gel', ['allergy-esterAnaesthetic 阻断']],
    ['利多卡因', 'mepivacaine-3', ['allergy-amideAnaesthetic 阻断']],
    ['对乙酰氨基酚', 'paracetamol', ['allergy-paracetamol 阻断']],
    ['某种草药', 'amoxicillin', ['? unread-allergy']],
    ['青霉素、某种草药', 'amoxicillin', ['? unread-allergy', 'allergy-penicillin 阻断']],
    ['青霉素某种草药', 'amoxicillin', ['? unread-allergy', 'allergy-penicillin 阻断']],
    ['无青霉素过敏', 'amoxicillin', ['? unread-allergy']],
    ['', 'amoxicillin', ['? unread-allergy']],
    ['否认', 'amoxicillin', []],
  ])('“%s” and %s', (text, drug, findings) => {
    expect(check(drug, { allergies: [allergy(text)] })).toEqual(findings)
  })
  it.each([
    ['seafood, alcohol, pollen and povidone-iodine', 'povidone-iodine', allergy('海鲜、酒精、花粉')],
    ['an ester and plain lidocaine', 'lidocaine-inj', allergy('普鲁卡因过敏')],
    ['an archived allergy', 'amoxicillin', allergy('青霉素', { status: 'archived' })],
    ['an adverse effect across', 'cefalexin', allergy('阿莫西林', { kind: 'adverse' })],
  ])('silent: %s', (_name, drug, entry) => {
    expect(check(drug, { allergies: [entry] })).toEqual([])
  })
  it('a headache after amoxicillin is a hint only', () => {
    const entry = allergy('阿莫西林', { kind: 'adverse' })
    expect(check('amoxicillin', { allergies: [entry] }).every((finding) => finding.endsWith(' 提示'))).toBe(true)
    expect(check('amoxicillin', { allergies: [entry] })).not.toEqual([])
  })
})

describe('diseases', () => {
  it.each([
    ...['胃溃疡', '尿毒症', '心力衰竭', '阿司匹林哮喘'].flatMap((word) =>
      drugClasses.nsaid.map((drug) => [word, drug, '阻断']),
    ),
    ['阿司匹林哮喘', 'paracetamol', '提示'],
    ['高铁血红蛋白血症', 'prilocaine-4', '阻断'],
    ['高铁血红蛋白血症', 'benzocaine-gel', '阻断'],
    ['结肠炎', 'clindamycin', '强提示'],
    ...drugClasses.sulphite.flatMap((drug) => [
      ['未控制的甲亢', drug, '阻断'],
      ['嗜铬细胞瘤', drug, '阻断'],
      ['不稳定型心绞痛', drug, '阻断'],
      ['冠心病', drug, '强提示'],
    ]),
  ] as [string, string, string][])('%s × %s: %s', (word, drug, severity) => {
    expect(check(drug, { diseases: [word] })).toEqual([expect.stringMatching(new RegExp(`^disease-.* ${severity}$`))])
    expect(check(drug, { diseases: ['高血压'] })).toEqual([])
  })
})

const pairs = `华法林|metronidazole fluconazole miconazole-gel|warfarin-block 阻断
华法林|azithromycin clarithromycin erythromycin moxifloxacin levofloxacin doxycycline ibuprofen|warfarin 强提示
甲氨蝶呤|amoxicillin penicillin-g ibuprofen|methotrexate 强提示
阿托伐他汀|clarithromycin erythromycin|statin-block 阻断
他汀|fluconazole miconazole-gel clotrimazole-troche|statin-azole 强提示
阿奇霉素|moxifloxacin fluconazole|qt 强提示
莫西沙星|azithromycin fluconazole|qt 强提示
碳酸锂|ibuprofen metronidazole|lithium 强提示
依那普利|ibuprofen|acei 强提示
呋塞米|celecoxib|acei 强提示
舍曲林|tramadol|ssri-tramadol 阻断
舍曲林|ibuprofen|ssri-nsaid 强提示
司来吉兰|tramadol carbamazepine articaine-epi-100k|maoi 强提示
普萘洛尔|lidocaine-epi-inj|beta-blocker 强提示
阿米替林|mepivacaine-epi|beta-blocker 强提示
红霉素|clindamycin|clindamycin 强提示
克林霉素|erythromycin|clindamycin 强提示
避孕药|carbamazepine tranexamic|contraceptive 强提示
格列美脲|miconazole-gel fluconazole|sulfonylurea 强提示
抗酸药|doxycycline moxifloxacin cefuroxime-axetil|antacid 提示
铁剂|doxycycline levofloxacin cefuroxime-axetil|antacid 提示`
describe('pairs', () => {
  it.each(
    pairs.split('\n').flatMap((group) => {
      const [word = '', drugs = '', finding = ''] = group.split('|')
      return drugs.split(' ').map((drug) => [word, drug, finding] as const)
    }),
  )('%s with %s: %s', (word, drug, finding) => {
    expect(check(drug, { medicines: [word] })).toContain(`pair-${finding}`)
    expect(check(drug).join()).not.toContain('pair-')
  })
  it.each(['metronidazole', 'tinidazole', 'ceftriaxone'])('%s: no alcohol', (drug) => {
    expect(check(drug)).toEqual(['alcohol 提示'])
  })
  it('the sheet says once which of its drugs forbid alcohol, a company’s own by their names too', () => {
    const named = (drugId: string | null, name: string) => ({ drugId, name })
    expect(
      sheetAdvice([named('metronidazole', '甲硝唑'), named(null, '头孢曲松钠'), named('ibuprofen', '布洛芬')]),
    ).toEqual(['甲硝唑、头孢曲松钠：用药期间及停药后不饮酒'])
    expect(sheetAdvice([named('ibuprofen', '布洛芬'), named(null, '某药')])).toEqual([])
  })
  it('counts a drug until 14 days after its end', () => {
    const ended = (endsOn: string | null) => check('clindamycin', { recent: [{ ...line('erythromycin'), endsOn }] })
    expect(ended('2026-11-08')).toEqual([])
    expect(ended('2026-11-09')).toEqual(['pair-clindamycin 强提示'])
    expect(ended(null)).toEqual(['pair-clindamycin 强提示'])
  })
  it('of the same prescription', () => {
    expect(check('azithromycin moxifloxacin')).toEqual(['pair-qt 强提示'])
  })
})

describe('twice', () => {
  it.each([
    'ibuprofen aspirin',
    'amoxicillin penicillin-v',
    'cefaclor cefalexin',
    'azithromycin erythromycin',
    'moxifloxacin levofloxacin',
    'doxycycline minocycline-gel',
    'metronidazole ornidazole',
    'clindamycin clindamycin',
  ])('%s', (drugs) => {
    expect(check(drugs).join()).toMatch(/twice-\w+ 阻断/)
    const [first = '', second = ''] = drugs.split(' ')
    const before = (endsOn: string) => check(first, { recent: [{ ...line(second), endsOn }] }).join()
    expect(before('2026-11-10')).toMatch(/twice-/)
    expect(before('2026-11-01')).not.toMatch(/twice-/)
  })
  it('paracetamol over 4 g a day, over all products', () => {
    const taking = (...doses: (number | null)[]) =>
      checkDrugs(
        doses.map((dose) => line('paracetamol', dose)),
        adult,
      ).map(({ outcome }) => outcome)
    expect(taking(2000, 2000)).toEqual([])
    expect(taking(2000, 2001)).toEqual(['命中'])
    expect(taking(2000, null)).toEqual(['无法自动核对'])
    expect(check('paracetamol', { medicines: ['对乙酰氨基酚'] })).toEqual(['? paracetamol-day'])
  })
})

describe('items and what is missing', () => {
  it.each([
    ['阿仑膦酸钠片', 'extraction', ['item-mronj 强提示']],
    ['唑来膦酸', 'implant', ['item-mronj 强提示']],
    ['唑来膦酸', 'surgery', []],
    ['华法林', 'surgery', ['item-inr 强提示']],
    ['利伐沙班', 'extraction', ['item-inr 强提示']],
  ] as const)('%s and %s', (word, item, findings) => {
    expect(check('', { medicines: [word], items: [item] })).toEqual(findings)
    expect(check('', { medicines: [word] })).toEqual([])
  })
  it('says what nobody asked, and what it cannot read', () => {
    expect(check('nystatin', { allergies: null, diseases: null, medicines: null })).toEqual([
      '? missing-medicine',
      '? missing-disease',
      '? missing-allergy',
    ])
    expect(check('nystatin', { diseases: ['甲亢'], medicines: ['祖传秘方'] })).toEqual([
      '? unread-medicine',
      '? unread-disease',
    ])
    expect(check('herb')).toEqual(['? unknown-drug'])
    expect(check('amoxicillin', { age: 6, weightKg: null })).toContain('? child-weight')
  })
  it('a foreign name beside a known one is told, and so is what stands beside a chosen class', () => {
    expect(check('amoxicillin', { allergies: [allergy('青霉素 Keflex')] })).toEqual([
      '? unread-allergy',
      'allergy-penicillin 阻断',
    ])
    expect(check('metronidazole', { medicines: ['华法林 3mg 每天1次'] })).not.toContain('? unread-medicine')
    const both = allergy('还有某种草药，甲硝唑', { class: 'penicillin' })
    expect(check('metronidazole', { allergies: [both] })).toEqual(
      expect.arrayContaining(['? unread-allergy', 'allergy-metronidazole 阻断']),
    )
    expect(check('amoxicillin', { allergies: [both] })).toContain('allergy-penicillin 阻断')
  })
  it('names datum, text and source', () => {
    expect(checkDrugs([line('aspirin')], { ...adult, age: 12 })[0]).toMatchObject({
      datum: '年龄 12 岁',
      text: expect.stringContaining('16 岁') as string,
      source: expect.stringContaining('说明书') as string,
    })
  })
})

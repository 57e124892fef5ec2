import { contract, type WireInput } from '@dentin/contract'
import { parseDateTime, uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'

const calls = contract.prescription
type Save = WireInput<typeof calls.save>
type Line = Save['items'][number]
const app = await testApp()
let doctor: Client
let other: Client
let nurse: Client
let director: Client
let drugs: Map<string, string>
let serial = 0

beforeAll(async () => {
  ;[doctor, other, nurse, director] = await Promise.all([
    app.asDoctor(0),
    app.asDoctor(1),
    app.as('nurse'),
    app.as('director'),
  ])
  drugs = new Map((await app.sql<{ code: string; id: string }>('select code, id from drug')).map((x) => [x.code, x.id]))
})

const drugId = (code: string) => drugs.get(code) ?? ''
/** Somebody of whom everything was asked, and nothing speaks against anything. */
async function person(file: Record<string, unknown> = {}): Promise<string> {
  serial += 1
  const made = await director.call(contract.patient.create, {
    name: `处方${String.fromCharCode(0x4e00 + serial)}`,
    gender: 0,
    mobile: `1370000${String(serial).padStart(4, '0')}`,
    sourceId: fixture.sources.a,
    birthDay: '1990-05-01',
    respDoctorId: fixture.doctors.a1[0],
    allergyFlag: 0,
    systemicDiseases: ['无'],
    medicationHistory: '无',
    requestId: uuidv7(),
    ...file,
  } as never)
  return (made as { id: string }).id
}
const line = (code: string, more: Partial<Line> = {}): Line => ({
  drugId: drugId(code),
  spec: '0.25g',
  singleDose: 500,
  doseUnit: 'mg',
  route: '口服',
  frequency: 'q8h',
  days: 3,
  unit: '粒',
  skinTest: code === 'amoxicillin' ? 'exempt' : 'none',
  ...more,
})
const cefaclor = () => line('cefaclor', { singleDose: 250 })
const metronidazole = (more: Partial<Line> = {}) =>
  line('metronidazole', { spec: '0.2g', singleDose: 200, unit: '片', ...more })
const ibuprofen = (more: Partial<Line> = {}) =>
  line('ibuprofen', { spec: '0.2g', singleDose: 200, unit: '片', ...more })
const input = (patientId: string, items: Line[], more: Partial<Save> = {}): Save => ({
  patientId,
  diagnosis: '急性根尖周炎',
  items,
  requestId: uuidv7(),
  ...more,
})
const write = (patientId: string, items: Line[], more: Partial<Save> = {}, client = doctor) =>
  client.call(calls.save, input(patientId, items, more))
const refused = (patientId: string, items: Line[], more: Partial<Save> = {}, client = doctor) =>
  client.refused(calls.save, input(patientId, items, more))
const look = async (patientId: string, items: Line[], more: Partial<WireInput<typeof calls.check>> = {}) =>
  (await doctor.call(calls.check, { patientId, items, ...more })).findings
const get = (id: string, client = doctor) => client.call(calls.detail, { id })
const field = (error: { data: { fields?: { field: string }[] } }) => error.data.fields?.[0]?.field
/** Audited by the other doctor. */
async function audited(patientId: string, items: Line[], more: Partial<Save> = {}) {
  const made = await write(patientId, items, more)
  return other.call(calls.audit, { id: made.id, version: made.version, pass: true })
}

describe('a prescription', () => {
  it('medical-project-prescription-create-and-update: copies the drug’s words when it is written, works out the quantity, and waits for its audit', async () => {
    const made = await write(await person(), [line('amoxicillin', { price: '0.85' }), ibuprofen({ frequency: 'tid' })])
    expect(made).toMatchObject({ status: 0, version: 1 })
    expect(made.rxNo).toMatch(/^CF261120-\d{4}$/)
    const rx = await get(made.id)
    expect(rx.items).toMatchObject([
      { name: '阿莫西林', code: 'amoxicillin', totalQty: 18, price: '0.85', amount: '15.30', skinTest: 'exempt' },
      { name: '布洛芬', totalQty: 9, amount: '0.00' },
    ])
    expect(rx).toMatchObject({ kind: 'ordinary', totalAmount: '15.30', validUntil: '2026-11-20', overridden: false })
    expect(rx.summary).toBe('阿莫西林 0.25g×18粒；布洛芬 0.2g×9片')
    await director.call(contract.drug.save, {
      ...(await edited('ibuprofen')),
      name: '布洛芬（改名）',
    })
    expect((await get(made.id)).items[1]?.name).toBe('布洛芬')
  })

  it('holds at most five drugs, each once', async () => {
    const id = await person()
    const six = ['amoxicillin', 'metronidazole', 'ibuprofen', 'prednisone', 'nystatin', 'aciclovir'].map((code) =>
      line(code),
    )
    expect(field(await refused(id, six))).toBe('items')
    expect(field(await refused(id, []))).toBe('items')
    expect(field(await refused(id, [cefaclor(), cefaclor()]))).toBe('items.1.drugId')
  })

  it('never says 遵医嘱, and has a diagnosis', async () => {
    const id = await person()
    const words = await refused(id, [metronidazole({ remark: '遵医嘱' })])
    expect([words.http, field(words)]).toEqual([400, 'items.0.remark'])
    expect(field(await refused(id, [metronidazole()], { diagnosis: ' ' }))).toBe('diagnosis')
  })

  it('is for seven days, an emergency for three; longer only with a reason', async () => {
    const id = await person()
    await write(id, [metronidazole({ days: 7 })])
    for (const [kind, days] of [
      ['ordinary', 8],
      ['emergency', 4],
    ] as const) {
      const long = await refused(await person(), [metronidazole({ days })], { kind })
      expect([long.code, field(long)]).toEqual([25123, 'longReason'])
      const made = await write(await person(), [metronidazole({ days })], { kind, longReason: '慢性根尖周炎' })
      expect((await get(made.id)).longReason).toBe('慢性根尖周炎')
    }
  })

  it('is paediatric by itself under 14 and ordinary from then on; an emergency stays one', async () => {
    const kindOf = async (birthDay: string, kind: Save['kind'] = 'ordinary') => {
      const patientId = await person({ birthDay })
      return (await doctor.call(calls.check, { patientId, kind, items: [metronidazole()] })).kind
    }
    expect(await kindOf('2012-11-21')).toBe('pediatric')
    expect(await kindOf('2012-11-20')).toBe('ordinary')
    expect(await kindOf('1990-05-01', 'pediatric')).toBe('ordinary')
    expect(await kindOf('2016-05-01', 'emergency')).toBe('emergency')
  })

  it('says 待药师复核 of a rule until the company’s pharmacist has signed it, and then by whom and when', async () => {
    const id = await person({ birthDay: '2010-05-01' })
    const source = async () =>
      (await look(id, [line('moxifloxacin')])).find(({ ruleId }) => ruleId === 'age-quinolone')?.source
    expect(await source()).toBe('药品说明书（待药师复核）')
    await director.call(contract.drug.signRule, { ruleId: 'age-quinolone', licence: 'ZY330120' })
    expect(await source()).toMatch(/^药品说明书（.+ 2026-11-20 复核）$/)
  })

  describe('psychotropics of the second class', () => {
    const right = (more: object) =>
      director
        .call(contract.clinic.clinicConfig, {})
        .then((config) => director.call(contract.clinic.saveClinicConfig, { ...config, ...more } as never))
    // A drug of the company's own, which no code tells.
    const mine = async (name: string): Promise<Line> => {
      const { texts } = await director.call(contract.drug.detail, { id: drugId('ibuprofen') })
      const words = {
        name,
        spec: '50mg',
        category: '解热镇痛抗炎药' as const,
        source: '说明书',
        texts,
        requestId: uuidv7(),
      }
      return { ...line('tramadol'), drugId: (await director.call(contract.drug.save, words)).id }
    }

    it('are refused by code and by name while the clinic holds no right, and say why', async () => {
      for (const code of ['midazolam', 'diazepam', 'tramadol']) {
        const refusal = await refused(await person(), [line(code)])
        expect([refusal.code, field(refusal)], code).toEqual([25122, 'items.0.drugId'])
        expect(refusal.message).toMatch(/第二类精神药品，本门诊没有登记精神药品处方资格/)
      }
      const own = await refused(await person(), [await mine('氨酚曲马多片')])
      expect([own.code, own.message]).toEqual([
        25122,
        '氨酚曲马多片为第二类精神药品，本门诊没有登记精神药品处方资格，不能开具',
      ])
    })

    it('with the right stand alone on a sheet marked 精二, until the right ends; the audit looks again', async () => {
      const undated = await director.call(contract.clinic.clinicConfig, {})
      const open = await director.refused(contract.clinic.saveClinicConfig, {
        ...undated,
        psychotropicNo: '精二-2026-08',
        psychotropicUntil: null,
      } as never)
      expect(field(open)).toBe('psychotropicUntil')
      await right({ psychotropicNo: '精二-2026-08', psychotropicUntil: '2026-11-19' })
      expect((await refused(await person(), [line('tramadol')])).message).toMatch(/已于 2026-11-19 到期/)
      await right({ psychotropicUntil: '2027-06-30' })
      const mixed = await refused(await person(), [line('tramadol'), metronidazole()])
      expect([mixed.code, field(mixed)]).toEqual([25136, 'items.1.drugId'])
      const long = await refused(await person(), [line('tramadol', { days: 8 })])
      expect(long.code).toBe(25123)
      const id = await person()
      const { findings } = await doctor.call(calls.check, { patientId: id, items: [line('tramadol')] })
      const made = await write(id, [line('tramadol')], {
        overrides: findings.filter(({ severity }) => severity === '阻断').map(({ key }) => ({ key, reason: '知情' })),
        seen: findings.map(({ key }) => key),
      })
      expect((await get(made.id)).kind).toBe('psychotropic')
      // Asked for without such a drug it is an ordinary one.
      const plain = await doctor.call(calls.check, { patientId: id, kind: 'psychotropic', items: [metronidazole()] })
      expect(plain.kind).toBe('ordinary')
      await right({ psychotropicUntil: '2026-11-19' })
      const audit = {
        id: made.id,
        version: made.version,
        pass: true,
        confirm: true,
        seen: findings.map(({ key }) => key),
      }
      expect((await other.refused(calls.audit, audit)).code).toBe(25122)
      await right({ psychotropicUntil: '2027-06-30' })
      expect((await other.call(calls.audit, audit)).status).toBe(1)
      const [trace] = await app.sql<{ count: number }>(
        `select count(*)::int as count from audit where entity = 'clinic' and entity_id = $1 and after::text like '%精二-2026-08%'`,
        [fixture.clinics.a1],
      )
      expect(trace?.count).toBeGreaterThan(0)
    })

    it('narcotics and the first class are refused whatever the clinic holds', async () => {
      const refusal = await refused(await person(), [await mine('盐酸哌替啶片')])
      expect([refusal.code, refusal.message]).toEqual([25122, '盐酸哌替啶片为麻醉药品或第一类精神药品，口腔门诊不开具'])
      await right({ psychotropicNo: '', psychotropicUntil: null })
    })
  })

  it('what is switched off or another company’s is not prescribed', async () => {
    const id = drugId('thalidomide')
    const off = await director.call(contract.drug.switchTo, { id, enabled: false })
    expect((await refused(await person(), [line('thalidomide')])).code).toBe(25121)
    await director.call(contract.drug.switchTo, { id, version: off.version, enabled: true })
    expect((await refused(await person(), [{ ...cefaclor(), drugId: uuidv7() }])).http).toBe(404)
  })

  it('a quantity that can’t be worked out is written by hand', async () => {
    const id = await person()
    const rinse = line('chlorhexidine', {
      spec: '0.12% 300ml',
      singleDose: 10,
      doseUnit: 'ml',
      route: '含漱',
      frequency: 'bid',
      unit: '瓶',
    })
    const missing = await refused(id, [rinse])
    expect([missing.code, field(missing)]).toEqual([25131, 'items.0.totalQty'])
    const made = await write(id, [{ ...rinse, totalQty: 1 }])
    expect((await get(made.id)).items[0]?.totalQty).toBe(1)
  })

  it('only a doctor writes one, and only its writer changes it, until it is audited', async () => {
    const id = await person()
    expect((await nurse.refused(calls.save, input(id, [cefaclor()]))).http).toBe(403)
    const made = await write(id, [cefaclor()])
    const change = { ...input(id, [metronidazole()]), id: made.id, version: made.version }
    expect((await other.refused(calls.save, { ...change, requestId: uuidv7() })).code).toBe(25126)
    const saved = await doctor.call(calls.save, change)
    expect((await doctor.refused(calls.save, { ...change, requestId: uuidv7() })).http).toBe(409)
    await other.call(calls.audit, { id: made.id, version: saved.version, pass: true })
    expect((await doctor.refused(calls.save, { ...change, version: 3, requestId: uuidv7() })).code).toBe(40020)
  })

  it('a man is not pregnant', async () => {
    const refusal = await refused(await person(), [cefaclor()], { pregnancy: 'pregnant' })
    expect([refusal.code, field(refusal)]).toEqual([25133, 'pregnancy'])
  })
})

async function edited(code: string): Promise<WireInput<typeof contract.drug.save>> {
  const drug = await director.call(contract.drug.detail, { id: drugId(code) })
  const { name, genericName, spec, routes, prescriptionOnly, texts, source } = drug
  const category = drug.category as '抗菌药物'
  return {
    id: drug.id,
    version: drug.version,
    name,
    genericName,
    category,
    spec,
    routes,
    prescriptionOnly,
    texts,
    source,
    requestId: uuidv7(),
  }
}

describe('checks against the file', () => {
  it('silence means that everything was known: nothing to say of somebody healthy', async () => {
    expect(await look(await person(), [cefaclor()])).toEqual([])
  })

  it('an allergy blocks: a reason is written, a second person signs, and both stay', async () => {
    const id = await person({ allergyFlag: 1, allergyHistory: '青霉素' })
    const blocked = await refused(id, [line('amoxicillin')])
    expect(blocked.code).toBe(25124)
    const [finding] = blocked.data.findings as { key: string; severity: string; datum: string; source: string }[]
    expect(finding).toMatchObject({ severity: '阻断', datum: '过敏史：青霉素', source: '药品说明书（待药师复核）' })
    const key = finding?.key ?? ''
    const made = await write(id, [line('amoxicillin')], {
      overrides: [{ key, reason: '既往为皮疹，皮试阴性，知情同意' }],
    })
    const own = await doctor.refused(calls.audit, { id: made.id, version: made.version, pass: true, confirm: true })
    expect(own.code).toBe(25127)
    const alone = await other.refused(calls.audit, { id: made.id, version: made.version, pass: true })
    expect(alone.code).toBe(25132)
    await other.call(calls.audit, { id: made.id, version: made.version, pass: true, confirm: true })
    const rx = await get(made.id)
    expect(rx.status).toBe(1)
    const names = await app.sql<{ name: string }>(`select name from employee where id = any($1::uuid[]) order by id`, [
      [fixture.doctors.a1[0], fixture.doctors.a1[1]],
    ])
    expect(rx.overrides.map(({ kind, reason, name }) => [kind, reason, name])).toEqual([
      ['reason', '既往为皮疹，皮试阴性，知情同意', names[0]?.name],
      ['second', '', names[1]?.name],
    ])
    const { list } = await director.call(calls.list, { tab: 'overridden' })
    expect(list.map((each) => each.id)).toContain(made.id)
    expect((await nurse.refused(calls.list, { tab: 'overridden' })).http).toBe(403)
  })

  it('a reason for one thing answers no other', async () => {
    const id = await person({ allergyFlag: 1, allergyHistory: '青霉素' })
    const wrong = await refused(id, [line('amoxicillin')], { overrides: [{ key: 'allergy-nsaid||', reason: '无' }] })
    expect(wrong.code).toBe(25124)
  })

  it('an allergy that nobody can read, and a file that says nothing, are said: 无法自动核对', async () => {
    const strange = await look(await person({ allergyFlag: 1, allergyHistory: '某种消炎药' }), [cefaclor()])
    expect(strange).toMatchObject([{ outcome: '无法自动核对', severity: '提示', datum: '过敏史：某种消炎药' }])
    const unasked = await person({ allergyFlag: 2, systemicDiseases: [], medicationHistory: '' })
    expect((await look(unasked, [cefaclor()])).map(({ ruleId }) => ruleId).sort()).toEqual([
      'missing-allergy',
      'missing-disease',
      'missing-medicine',
    ])
  })

  it('the list of the file: by a chosen class it blocks, an adverse reaction is a hint, what ended is silent', async () => {
    const known = async (more: Record<string, unknown>) => {
      const id = await person({ allergyFlag: 1, allergies: [{ substance: '自制消炎针', ...more }] })
      const findings = await look(id, [line('amoxicillin')])
      return findings
        .filter(({ datum }) => datum.startsWith('过敏史'))
        .map(({ outcome, severity }) => [outcome, severity])
    }
    expect(await known({ class: 'penicillin' })).toContainEqual(['命中', '阻断'])
    expect(await known({ class: 'penicillin', kind: 'adverse' })).toContainEqual(['命中', '提示'])
    expect(await known({})).toEqual([['无法自动核对', '提示']])
    const over = { on: '2026-11-20', reason: '复查皮试阴性' }
    const id = await person({
      allergyFlag: 1,
      allergies: [{ substance: '青霉素', ended: over }, { substance: '碘' }],
    })
    expect(await look(id, [line('amoxicillin')])).toEqual([])
  })

  it('an antibiotic above the prescriber’s tier blocks, for the auditor too; one day of an emergency is said', async () => {
    const id = await person()
    const moxifloxacin = (more: Partial<Line> = {}) =>
      line('moxifloxacin', { spec: '0.4g', singleDose: 400, frequency: 'qd', unit: '片', ...more })
    const of = async (more: Partial<Line>, head: object = {}) =>
      (await look(id, [moxifloxacin(more)], head))
        .filter(({ ruleId }) => ruleId === 'antibiotic-tier')
        .map(({ severity, datum }) => [severity, datum])
    expect(await of({})).toEqual([['阻断', '处方权：非限制使用级']])
    expect(await of({ days: 1 }, { kind: 'emergency' })).toEqual([['强提示', '处方权：非限制使用级']])
    await app.sql('update employee set antibiotic_tier = 2 where id = $1', [fixture.doctors.a1[0]])
    expect(await of({})).toEqual([])
    const made = await write(id, [moxifloxacin()])
    await app.sql('update employee set antibiotic_tier = 1 where id = $1', [fixture.doctors.a1[0]])
    const late = await other.refused(calls.audit, { id: made.id, version: made.version, pass: true })
    expect(late.code).toBe(25124)
  })

  it('an antibiotic above the tier is given for one day of an emergency with a reason, and nothing else beside its field', async () => {
    const id = await person()
    const moxifloxacin = (more: Partial<Line> = {}) =>
      line('moxifloxacin', { spec: '0.4g', singleDose: 400, frequency: 'qd', unit: '片', days: 1, ...more })
    const overstep = '面部间隙感染高热，无其他可用药'
    const emergency = { kind: 'emergency' } as const
    const saidOf = async (items: Line[], more: Partial<Save>) => {
      const refusal = await refused(id, items, more)
      return [refusal.code, refusal.data.fields?.map((each) => [each.field, each.message])]
    }
    expect(await saidOf([moxifloxacin()], emergency)).toEqual([
      25137,
      [['items.0.overstep', '请写明越级使用莫西沙星的理由']],
    ])
    expect(await saidOf([moxifloxacin({ overstep, days: 2 })], emergency)).toEqual([
      25137,
      [['items.0.days', '越级使用莫西沙星限一日量']],
    ])
    expect(await saidOf([moxifloxacin({ overstep })], {})).toEqual([
      25137,
      [['items.0.overstep', '越级使用只限急诊处方，请把类型改为急诊']],
    ])
    expect(await saidOf([metronidazole(), line('cefaclor', { singleDose: 250, overstep })], emergency)).toEqual([
      25137,
      [['items.1.overstep', '头孢克洛没有超出您的抗菌药物处方权，不需要越级使用']],
    ])
    expect(field(await refused(id, [moxifloxacin({ overstep: '急'.repeat(201) })], emergency))).toBe('items.0.overstep')
    // One click is no reason.
    const [finding] = (await look(id, [moxifloxacin()], emergency)).filter(({ ruleId }) => ruleId === 'antibiotic-tier')
    const clicked = await refused(id, [moxifloxacin()], { ...emergency, seen: [finding?.key ?? ''] })
    expect([clicked.code, field(clicked)]).toEqual([25137, 'items.0.overstep'])
    expect((await doctor.call(calls.oversteps, {})).filter(({ patientId }) => patientId === id)).toEqual([])
  })

  it('an overstep is listed for the head and its prescriber, and is made up by one of them, whatever the time', async () => {
    const id = await person()
    const moxifloxacin = line('moxifloxacin', {
      spec: '0.4g',
      singleDose: 400,
      frequency: 'qd',
      unit: '片',
      days: 1,
      overstep: '面部间隙感染高热，无其他可用药',
    })
    const made = await write(id, [moxifloxacin], { kind: 'emergency' })
    const of = async (client: Client, isOpen = false) =>
      (await client.call(calls.oversteps, { isOpen })).filter((each) => each.id === made.id)
    const [row] = await of(director)
    expect(row).toMatchObject({
      rxNo: made.rxNo,
      patientId: id,
      doctorId: fixture.doctors.a1[0],
      drugs: [{ name: '莫西沙星', reason: '面部间隙感染高热，无其他可用药' }],
      prescribedAt: '2026-11-20 09:00:00',
      dueAt: '2026-11-21 09:00:00',
      done: null,
      mayFinish: true,
    })
    expect(await of(doctor, true)).toEqual([row])
    expect(await of(other)).toEqual([])
    expect((await director.call(calls.list, { tab: 'overridden' })).list.map((each) => each.id)).toContain(made.id)
    expect((await get(made.id)).overrides).toMatchObject([
      { kind: 'reason', severity: '强提示', reason: '面部间隙感染高热，无其他可用药' },
    ])
    const [told] = (await director.call(contract.messaging.messages, { category: 'review' })).list
    expect(told).toMatchObject({
      title: expect.stringMatching(/越级使用抗菌药物：.* 莫西沙星$/) as string,
      link: '/prescription?tab=overstep',
    })
    // The auditor passes it with the reason that stands there; a change of other things lets the time run on.
    const passed = await other.call(calls.audit, { id: made.id, version: made.version, pass: true })
    const note = { id: made.id, version: passed.version, note: '用药指征：间隙感染体温 39.4℃；经院长口头同意' }
    expect(field(await doctor.refused(calls.finishOverstep, { ...note, note: ' ' }))).toBe('note')
    expect((await other.refused(calls.finishOverstep, note)).code).toBe(25126)
    expect((await nurse.refused(calls.finishOverstep, note)).http).toBe(403)
    expect((await doctor.refused(calls.finishOverstep, { ...note, version: 1 })).http).toBe(409)
    app.clock.set(parseDateTime('2026-11-21 10:00:00'))
    await doctor.call(calls.finishOverstep, note)
    app.clock.set(parseDateTime('2026-11-20 09:00:00'))
    const [done] = await of(director)
    expect(done).toMatchObject({ note: note.note, done: { at: '2026-11-21 10:00:00' }, mayFinish: false })
    expect(await of(director, true)).toEqual([])
    expect((await director.refused(calls.finishOverstep, { ...note, version: done?.version ?? 0 })).code).toBe(40020)
  })

  it('an overstep that is taken out of the prescription, or void with it, is no to-do any more', async () => {
    const moxifloxacin = line('moxifloxacin', {
      spec: '0.4g',
      singleDose: 400,
      frequency: 'qd',
      unit: '片',
      days: 1,
      overstep: '高热',
    })
    const open = async () => (await director.call(calls.oversteps, { isOpen: true })).map((each) => each.id)
    const id = await person()
    const made = await write(id, [moxifloxacin], { kind: 'emergency' })
    expect(await open()).toContain(made.id)
    await write(id, [metronidazole()], { id: made.id, version: made.version })
    expect(await open()).not.toContain(made.id)
    const second = await write(await person(), [moxifloxacin], { kind: 'emergency' })
    expect(await open()).toContain(second.id)
    await doctor.call(calls.void, { id: second.id, version: second.version, reason: '改用他药' })
    expect(await open()).not.toContain(second.id)
  })

  it('a pregnancy that the file counts holds until 42 weeks are over', async () => {
    const pregnancy = async (pregnantSince: string | null) => {
      const id = await person({ gender: 1, pregnantSince })
      return (await look(id, [metronidazole()])).map(({ outcome, severity }) => `${outcome} ${severity}`)
    }
    expect(await pregnancy('2026-10-01')).toContain('命中 阻断')
    expect(await pregnancy('2026-01-01')).not.toContain('命中 阻断')
    expect(await pregnancy(null)).toContain('无法自动核对 提示')
  })

  it('a strong warning wants one click, which is kept', async () => {
    const id = await person({ medicationHistory: '碳酸锂' })
    const unseen = await refused(id, [metronidazole()])
    expect(unseen.code).toBe(25125)
    const [finding] = unseen.data.findings as { key: string; severity: string }[]
    expect(finding?.severity).toBe('强提示')
    const made = await write(id, [metronidazole()], { seen: [finding?.key ?? ''] })
    expect((await get(made.id)).overrides).toMatchObject([{ kind: 'seen', severity: '强提示' }])
    await other.call(calls.audit, { id: made.id, version: made.version, pass: true })
  })

  it('age, pregnancy and weeks: what nobody has said is asked for', async () => {
    const child = await person({ birthDay: '2020-05-01' })
    const doxy = line('doxycycline', { spec: '0.1g', singleDose: 100, frequency: 'qd' })
    expect((await look(child, [doxy])).map((each) => each.ruleId)).toContain('age-tetracycline')
    const woman = await person({ gender: 1 })
    const severity = async (more: Partial<WireInput<typeof calls.check>>) =>
      (await look(woman, [metronidazole()], more)).map((each) => [each.outcome, each.severity])
    // No alcohol with metronidazole: said to everybody.
    expect(await severity({ pregnancy: 'no' })).toEqual([['命中', '提示']])
    expect(await severity({ pregnancy: 'pregnant', pregnancyWeek: 8 })).toContainEqual(['命中', '阻断'])
    expect(await severity({})).toContainEqual(['无法自动核对', '提示'])
  })

  it('the same class twice within 14 days blocks, whoever wrote it, in whatever clinic; what is void does not count', async () => {
    const id = await person()
    const first = await write(id, [ibuprofen()])
    await app.sql(`update prescription set clinic_id = $2, doctor_id = $3 where id = $1`, [
      first.id,
      fixture.clinics.a2,
      fixture.doctors.a2[0],
    ])
    const again = line('loxoprofen', { spec: '60mg', singleDose: 60, frequency: 'tid', unit: '片' })
    expect((await look(id, [again])).map((each) => [each.ruleId, each.severity])).toContainEqual([
      'twice-nsaid',
      '阻断',
    ])
    await app.sql(`update prescription set status = 5, void_reason = '患者改期' where id = $1`, [first.id])
    expect(await look(id, [again])).toEqual([])
    const old = await write(id, [ibuprofen()])
    await app.sql(`update prescription set prescribed_at = '2026-11-03T01:00:00Z' where id = $1`, [old.id])
    expect(await look(id, [again])).toEqual([])
  })

  it('an antibiotic is of the tier into which the company has put it, its own and the shared list’s', async () => {
    const id = await person()
    const own = {
      category: '抗菌药物' as const,
      spec: '0.5g',
      routes: ['口服'],
      texts: {},
      source: '本机构遴选目录',
    }
    const special = { ...own, name: '自备特殊级抗菌药', antibioticTier: 3 as const, requestId: uuidv7() }
    const plain = { ...own, name: '自备普通级抗菌药', antibioticTier: 1 as const, requestId: uuidv7() }
    const [third, first] = [
      await director.call(contract.drug.save, special),
      await director.call(contract.drug.save, plain),
    ]
    const of = (drug: { id: string }) => ({ ...cefaclor(), drugId: drug.id, spec: '0.5g' })
    const tiersOf = async (drug: { id: string }) =>
      (await look(id, [of(drug)])).filter(({ ruleId }) => ruleId === 'antibiotic-tier').map(({ text }) => text)
    const grant = (tier: number) =>
      app.sql('update employee set antibiotic_tier = $2 where id = $1', [fixture.doctors.a1[0], tier])
    expect(await tiersOf(third)).toEqual(['自备特殊级抗菌药属特殊使用级，超出处方权限'])
    expect(await tiersOf(first)).toEqual([])
    expect((await refused(id, [of(third)])).code).toBe(25124)
    await grant(3)
    expect(await tiersOf(third)).toEqual([])
    expect((await write(id, [of(third)])).status).toBe(0)
    await grant(1)
    // A drug of the shared list that the company puts higher, or lets be.
    await director.call(contract.drug.save, { ...(await edited('cefradine')), antibioticTier: 3 })
    expect(await tiersOf({ id: drugId('cefradine') })).toEqual(['头孢拉定属特殊使用级，超出处方权限'])
    expect(await tiersOf({ id: drugId('moxifloxacin') })).toEqual(['莫西沙星属限制使用级，超出处方权限'])
  })

  it('above the usual dose: a reason and a second person', async () => {
    const id = await person()
    const much = metronidazole({ singleDose: 600 })
    const [finding] = await look(id, [much])
    expect(finding).toMatchObject({
      ruleId: 'usual-dose',
      severity: '阻断',
      datum: '每次 600 mg，常用量不超过 400 mg；每日 1800 mg，常用量不超过 1200 mg',
    })
    expect((await refused(id, [much])).code).toBe(25124)
    const made = await write(id, [much], { overrides: [{ key: finding?.key ?? '', reason: '厌氧菌重症感染' }] })
    expect((await other.refused(calls.audit, { id: made.id, version: made.version, pass: true })).code).toBe(25132)
  })

  it('a child’s dose goes by weight', async () => {
    const id = await person({ birthDay: '2019-05-01' })
    const small = cefaclor()
    const unknown = await look(id, [small])
    expect(unknown).toMatchObject([{ ruleId: 'child-weight', outcome: '无法自动核对', datum: '体重：未知' }])
    const heavy = await look(id, [small], { weightKg: 10 })
    expect(heavy.find(({ ruleId }) => ruleId === 'usual-dose')?.text).toContain('20–40 mg/kg/日 × 10 kg = 200–400 mg')
    const right = await look(id, [small], { weightKg: 20 })
    expect(right.some(({ ruleId }) => ruleId === 'usual-dose')).toBe(false)
  })

  it('the audit runs the checks once more: what the file has learned since stops it', async () => {
    const id = await person()
    const made = await write(id, [line('amoxicillin')])
    await app.sql(`update patient set allergy_flag = 1, allergy_history = '阿莫西林' where id = $1`, [id])
    const stopped = await other.refused(calls.audit, { id: made.id, version: made.version, pass: true, confirm: true })
    expect(stopped.code).toBe(25124)
    expect((await get(made.id)).status).toBe(0)
  })
})

describe('the skin test', () => {
  it('is asked for with a penicillin', async () => {
    const refusal = await refused(await person(), [line('amoxicillin', { skinTest: 'none' })])
    expect([refusal.code, field(refusal)]).toEqual([25130, 'items.0.skinTest'])
  })

  it('keeps who made it and when; until then nothing is handed out', async () => {
    const id = await person()
    const rx = await audited(id, [line('amoxicillin', { skinTest: 'needed' })])
    expect((await nurse.refused(calls.dispense, { id: rx.id, version: rx.version })).code).toBe(25130)
    const tested = await nurse.call(calls.skinTest, {
      id: rx.id,
      version: rx.version,
      drugId: drugId('amoxicillin'),
      result: 'negative',
    })
    expect((await get(rx.id)).items[0]).toMatchObject({ skinTest: 'negative', skinTestAt: '2026-11-20 09:00:00' })
    expect((await get(rx.id)).items[0]?.skinTestName).toBeTruthy()
    await nurse.call(calls.dispense, { id: rx.id, version: tested.version })
  })

  it('a positive one stops the prescription and stands in the file as an allergy, beside what stood there', async () => {
    const id = await person({ allergyFlag: 1, allergyHistory: '海鲜' })
    const rx = await audited(id, [line('amoxicillin', { skinTest: 'needed' })])
    const tested = await nurse.call(calls.skinTest, {
      id: rx.id,
      version: rx.version,
      drugId: drugId('amoxicillin'),
      result: 'positive',
    })
    expect((await nurse.refused(calls.dispense, { id: rx.id, version: tested.version })).code).toBe(25130)
    const file = await app.sql(`select allergy_flag, allergy_history from patient where id = $1`, [id])
    expect(file).toEqual([{ allergy_flag: 1, allergy_history: '海鲜、阿莫西林（皮试阳性 2026-11-20）' }])
    const next = await refused(id, [line('amoxicillin', { skinTest: 'exempt' })])
    expect(next.code).toBe(25124)
  })

  it('a file that has no room left for it keeps every word, and says so', async () => {
    const full = Array.from({ length: 40 }, (_, n) => `海鲜${n + 10}`).join('、')
    const id = await person({ allergyFlag: 1, allergyHistory: full })
    const rx = await write(id, [line('amoxicillin', { skinTest: 'needed' })])
    const test = { id: rx.id, version: rx.version, drugId: drugId('amoxicillin'), result: 'positive' as const }
    expect((await nurse.refused(calls.skinTest, test)).data.fields?.[0]?.field).toBe('result')
    expect(await app.sql(`select allergy_history from patient where id = $1`, [id])).toEqual([
      { allergy_history: full },
    ])
  })

  it('a positive one can’t be written away', async () => {
    const id = await person()
    const made = await write(id, [line('amoxicillin', { skinTest: 'needed' })])
    const tested = await doctor.call(calls.skinTest, {
      id: made.id,
      version: made.version,
      drugId: drugId('amoxicillin'),
      result: 'positive',
    })
    const { findings } = await doctor.call(calls.check, { patientId: id, id: made.id, items: [line('amoxicillin')] })
    const overrides = findings.map(({ key }) => ({ key, reason: '医生坚持' }))
    const saved = await doctor.call(calls.save, {
      ...input(id, [line('amoxicillin')], { overrides }),
      id: made.id,
      version: tested.version,
    })
    expect((await get(made.id)).items[0]?.skinTest).toBe('positive')
    const stopped = await other.refused(calls.audit, { id: made.id, version: saved.version, pass: true, confirm: true })
    expect(stopped.code).toBe(25130)
  })
})

describe('audit, handing out, taking back', () => {
  it('nobody audits the own prescription, unless the clinic is declared to have one doctor; what is blocked needs two all the same', async () => {
    const made = await write(await person(), [cefaclor()])
    const own = { id: made.id, version: made.version, pass: true }
    expect((await doctor.refused(calls.audit, own)).code).toBe(25127)
    await app.sql(`update clinic set settings = settings || '{"soloDoctor": true}' where id = $1`, [fixture.clinics.a1])
    expect((await doctor.call(calls.audit, own)).status).toBe(1)
    const id = await person({ allergyFlag: 1, allergyHistory: '青霉素' })
    const { findings } = await doctor.call(calls.check, { patientId: id, items: [line('amoxicillin')] })
    const risky = await write(id, [line('amoxicillin')], {
      overrides: findings.map(({ key }) => ({ key, reason: '知情' })),
    })
    const alone = await doctor.refused(calls.audit, { id: risky.id, version: risky.version, pass: true, confirm: true })
    await app.sql(`update clinic set settings = settings - 'soloDoctor' where id = $1`, [fixture.clinics.a1])
    expect(alone.code).toBe(25132)
  })

  it('what is handed back says why and waits for its writer, who answers by changing it', async () => {
    const id = await person()
    const made = await write(id, [cefaclor()])
    const silent = await other.refused(calls.audit, { id: made.id, version: made.version, pass: false })
    expect([silent.http, field(silent)]).toEqual([400, 'note'])
    const back = await other.call(calls.audit, {
      id: made.id,
      version: made.version,
      pass: false,
      note: '诊断与用药不符',
    })
    expect(await get(made.id)).toMatchObject({ status: 0, refusedReason: '诊断与用药不符' })
    const waiting = async () =>
      (await other.call(calls.list, { tab: 'audit', pageSize: 200 })).list.map((each) => each.id)
    expect(await waiting()).not.toContain(made.id)
    await doctor.call(calls.save, { ...input(id, [cefaclor()]), id: made.id, version: back.version })
    expect((await get(made.id)).refusedReason).toBeNull()
    expect(await waiting()).toContain(made.id)
  })

  it('is valid on its day, or up to three when the doctor says so', async () => {
    const today = await audited(await person(), [cefaclor()])
    const three = await audited(await person(), [cefaclor()], { validDays: 3 })
    expect(field(await refused(await person(), [cefaclor()], { validDays: 4 }))).toBe('validDays')
    const late = await write(await person(), [cefaclor()])
    app.clock.set(parseDateTime('2026-11-22 23:00:00'))
    const evening = { nurse: await app.as('nurse'), other: await app.asDoctor(1) }
    const expired = await evening.nurse.refused(calls.dispense, { id: today.id, version: today.version })
    const unaudited = await evening.other.refused(calls.audit, { id: late.id, version: late.version, pass: true })
    const handed = await evening.nurse.call(calls.dispense, { id: three.id, version: three.version })
    app.clock.set(parseDateTime('2026-11-20 09:00:00'))
    expect([expired.code, unaudited.code, handed.status]).toEqual([25129, 25129, 3])
  })

  it('goes from its writer to auditor, nurse and back; every name and reason stays, and every step is logged', async () => {
    const id = await person()
    const rx = await audited(id, [cefaclor()])
    const queue = async () =>
      (await nurse.call(calls.list, { tab: 'dispense', pageSize: 200 })).list.map((each) => each.id)
    expect(await queue()).toContain(rx.id)
    expect((await doctor.refused(calls.dispense, { id: rx.id, version: rx.version })).http).toBe(403)
    const handed = await nurse.call(calls.dispense, { id: rx.id, version: rx.version })
    expect(await queue()).not.toContain(rx.id)
    expect(field(await nurse.refused(calls.giveBack, { id: rx.id, version: handed.version, reason: '' }))).toBe(
      'reason',
    )
    const back = await nurse.call(calls.giveBack, { id: rx.id, version: handed.version, reason: '患者呕吐，未拆封' })
    expect(back.status).toBe(4)
    const whole = await get(rx.id)
    expect(whole.returnReason).toBe('患者呕吐，未拆封')
    expect([whole.audited, whole.dispensed, whole.returned].every((each) => each?.name)).toBe(true)
    const log = await app.sql(
      `select from_status, to_status from status_log where biz_id = $1 order by created_at, id`,
      [rx.id],
    )
    expect(log.map(({ from_status, to_status }) => [from_status, to_status])).toEqual([
      [null, 0],
      [0, 1],
      [1, 3],
      [3, 4],
    ])
  })

  it('a void one keeps the names of whoever wrote and whoever voided it', async () => {
    const made = await write(await person(), [cefaclor()])
    expect((await nurse.refused(calls.void, { id: made.id, version: made.version, reason: '误开' })).http).toBe(403)
    await other.call(calls.void, { id: made.id, version: made.version, reason: '患者放弃治疗' })
    const rx = await get(made.id)
    expect([rx.status, rx.voidReason]).toEqual([5, '患者放弃治疗'])
    expect(rx.doctorName).not.toBe(rx.voided?.name)
  })

  it('the desk and the administrator see none; another company’s is not there', async () => {
    const made = await write(await person(), [cefaclor()])
    for (const post of ['reception', 'admin', 'consultant', 'headquarters'] as const)
      expect((await (await app.as(post)).refused(calls.list, {})).http, post).toBe(403)
    expect((await (await app.as('director', 'b1')).refused(calls.detail, { id: made.id })).http).toBe(404)
    expect((await (await app.as('director', 'a2')).refused(calls.detail, { id: made.id })).http).toBe(404)
  })
})

describe('sets', () => {
  it('are a person’s own: kept, put in with the drugs’ present names, replaced by name, forgotten', async () => {
    const items = [line('amoxicillin'), ibuprofen({ frequency: 'tid' })]
    const made = await doctor.call(calls.saveSet, { name: '阿莫西林+布洛芬', items, requestId: uuidv7() })
    const [set] = await doctor.call(calls.sets, {})
    expect(set?.items.map(({ name, frequency }) => [name, frequency])).toEqual([
      ['阿莫西林', 'q8h'],
      ['布洛芬（改名）', 'tid'],
    ])
    const written = set?.items.map(({ name: _name, ...each }) => each) ?? []
    expect((await write(await person(), written)).status).toBe(0)
    expect(await other.call(calls.sets, {})).toEqual([])
    expect((await other.refused(calls.removeSet, { id: made.id, version: made.version })).http).toBe(404)
    const again = await doctor.call(calls.saveSet, {
      name: '阿莫西林+布洛芬',
      items: [ibuprofen()],
      requestId: uuidv7(),
    })
    expect(again.id).toBe(made.id)
    await doctor.call(calls.removeSet, { id: made.id, version: again.version })
    expect(await doctor.call(calls.sets, {})).toEqual([])
  })
})

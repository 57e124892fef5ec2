import { contract, type WireInput } from '@dentin/contract'
import { parseDateTime, uuidv7 } from '@dentin/kit'
import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'
import { newPaperCode } from '../issued-document/index.ts'
import { lineOf } from './record-paper.ts'

const app = await testApp()
const { paper, record, prescription } = contract
const A = fixture.tenants.a
const [doctorId = ''] = fixture.doctors.a1
let doctor: Client
let director: Client
let serial = 0

type Content = WireInput<typeof record.save>['content']
const content = (more: Partial<Content> = {}): Content => ({
  chiefComplaint: '左下后牙自发痛 3 天',
  presentIllness: '三天前夜间痛，冷热刺激加重，未治疗。',
  pastHistory: '否认',
  allergyHistory: '否认药物过敏史',
  exams: [{ teeth: '36:MO', content: '近中𬌗面深龋，叩(+)，松动Ⅰ度' }],
  diagnoses: [{ teeth: '36', icdCode: 'K04.0', icdName: '牙髓炎', kind: 1 }],
  treatments: [{ teeth: '36', content: '局麻下开髓，拔髓，封药', tariffs: [], anesthetic: null }],
  nextVisit: { days: 7, remark: '根管预备' },
  ...more,
})

async function person(name: string, birthDay: string): Promise<string> {
  serial += 1
  const { id } = await director.call(contract.patient.create, {
    name,
    gender: 0,
    mobile: `1371000${String(serial).padStart(4, '0')}`,
    sourceId: fixture.sources.a,
    birthDay,
    respDoctorId: doctorId,
    allergyFlag: 0,
    systemicDiseases: ['无'],
    medicationHistory: '无',
    requestId: uuidv7(),
  })
  return id
}

/** A signed record of a visit that has just begun. */
async function signed(
  patientId: string,
  text = content(),
  start = '2026-11-20T00:40:00Z',
): Promise<{ id: string; version: number }> {
  const [registration, treatment] = [uuidv7(), uuidv7()]
  serial += 1
  await app.sql(
    `insert into registration (tenant_id, id, clinic_id, reg_no, queue_no, reg_date, patient_id, doctor_id, reg_time, status, treat_type, title, chief_complaint, created_at, updated_at)
     values ($1, $2, $3, $4, $5, '2026-11-20', $6, $7, $8, 3, 1, '检查', '', $8, $8)`,
    [A, registration, fixture.clinics.a1, `GHP${serial}`, 700 + serial, patientId, doctorId, start],
  )
  await app.sql(
    `insert into treatment (tenant_id, id, clinic_id, registration_id, patient_id, doctor_id, status, start_time, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, 1, $7, $7, $7)`,
    [A, treatment, fixture.clinics.a1, registration, patientId, doctorId, start],
  )
  const made = await doctor.call(record.create, { treatmentId: treatment, requestId: uuidv7() })
  const saved = await doctor.call(record.save, { id: made.id, version: made.version, content: text })
  return doctor.call(record.sign, { id: made.id, version: saved.version })
}

/** The PDF that a call answers with. */
async function pdfOf(client: Client, call: { path: string }, input: object) {
  const answer = await app.application.http.inject({
    method: 'POST',
    url: call.path,
    headers: { authorization: `Bearer ${client.token ?? ''}`, 'content-type': 'application/json' },
    payload: JSON.stringify(input),
  })
  return { type: String(answer.headers['content-type']), bytes: answer.rawPayload, status: answer.statusCode }
}

/** The words of a PDF, glyph by glyph through its maps back to Unicode. */
function wordsOf(pdf: Buffer): string {
  const streams: string[] = []
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 7)) {
    try {
      streams.push(inflateSync(pdf.subarray(at + 7)).toString('latin1'))
    } catch {
      // A font is packed in its own way.
    }
  }
  const maps = streams.filter((text) => text.includes('begincmap'))
  return maps
    .flatMap((map) => [...map.matchAll(/<([0-9a-f]{4}(?: ?[0-9a-f]{4})*)>/g)])
    .map(([, hex = '']) => Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'))
    .join('')
}
const issuedOf = (sourceId: string) =>
  app.sql<{ id: string; version_no: number; content_hash: string; number: string }>(
    'select id, version_no, content_hash, number from issued_document where source_id = $1 order by id',
    [sourceId],
  )

/** Gives the last paper of a source a code that is known, as its QR code says it to whoever holds it. */
async function codeOf(sourceId: string): Promise<string> {
  const code = newPaperCode()
  const last = (await issuedOf(sourceId)).at(-1)
  await app.sql('update document_code set code_hash = $2 where document_id = $1', [
    last?.id,
    createHash('sha256').update(code).digest('hex'),
  ])
  return code
}

const check = (code: string) => app.nobody.call(paper.verify, { code })

beforeAll(async () => {
  ;[doctor, director] = await Promise.all([app.asDoctor(0), app.as('director')])
})

describe('a record as PDF', () => {
  it('is a PDF whose hash is kept with its number and version, and counts as a print', async () => {
    const { id } = await signed(await person('王镕堃', '1992-03-04'))
    const { bytes, type } = await pdfOf(doctor, paper.record, { id })
    expect(type).toBe('application/pdf')
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(bytes.length).toBeLessThan(300_000)
    const words = wordsOf(bytes)
    expect([...'王镕堃𬌗Ⅰ左下后牙'].filter((sign) => !words.includes(sign))).toEqual([])
    const [issued] = await issuedOf(id)
    expect(issued).toMatchObject({
      version_no: 1,
      content_hash: createHash('sha256').update(bytes).digest('hex'),
      number: expect.stringMatching(/^BL261120-/) as string,
    })
    expect((await doctor.call(record.print, { id })).printCount).toBe(2)
  })

  it('is given to whoever may print it, in every paper', async () => {
    const { id } = await signed(await person('李安', '1980-01-02'))
    for (const size of ['a4', 'a5', '16k'] as const)
      expect((await pdfOf(doctor, paper.record, { id, paper: size })).type).toBe('application/pdf')
    expect((await pdfOf(await app.as('reception'), paper.record, { id })).status).toBe(403)
    expect((await pdfOf(await app.as('doctor', 'b1'), paper.record, { id })).status).toBe(404)
    expect((await pdfOf(doctor, paper.record, { id, paper: 'a3' })).status).toBe(400)
    // The chain shares its files: another clinic prints what it may read, and the trace is that clinic's.
    expect((await pdfOf(await app.as('director', 'a2'), paper.record, { id })).type).toBe('application/pdf')
    const traces = await app.sql<{ clinic_id: string }>(
      `select clinic_id from audit where entity_id = $1 and action = 'print' order by id`,
      [id],
    )
    expect(traces.map(({ clinic_id }) => clinic_id === fixture.clinics.a2)).toEqual([false, false, false, true])
    expect(await issuedOf(id)).toHaveLength(4)
  })
})

describe('the mouth on paper', () => {
  type Mark = NonNullable<Content['toothMarks']>[number]
  const mark = (tooth: string, condition: Mark['condition'], more: Partial<Mark> = {}): Mark => ({
    tooth,
    condition,
    surfaces: '',
    status: 'present',
    ...more,
  })
  it('is what the visit left, with what earlier visits charted, in the preview and in the PDF alike', async () => {
    const child = await person('童混合', '2016-03-04')
    const bridge = (tooth: string, condition: 'pontic' | 'bridge_abutment') => mark(tooth, condition, { group: 'b1' })
    await signed(
      child,
      content({
        toothMarks: [
          mark('12', 'congenitally_missing'),
          mark('46', 'missing'),
          bridge('13', 'bridge_abutment'),
          bridge('14', 'pontic'),
          bridge('15', 'bridge_abutment'),
        ],
      }),
      '2026-11-20T00:20:00Z',
    )
    const { id } = await signed(
      child,
      content({
        toothMarks: [
          mark('46', 'implant', { status: 'completed' }),
          mark('75', 'caries', { surfaces: 'O' }),
          mark('55', 'retained_deciduous'),
          mark('26', 'filling', { surfaces: 'MO' }),
          mark('36', 'sealant', { surfaces: 'O', status: 'planned' }),
        ],
      }),
    )
    const preview = await doctor.call(record.print, { id })
    expect(preview.mouth.map(({ tooth, condition }) => `${tooth} ${condition}`).sort()).toEqual(
      [
        '12 congenitally_missing',
        '13 bridge_abutment',
        '14 pontic',
        '15 bridge_abutment',
        '26 filling',
        '36 sealant',
        '46 implant',
        '55 retained_deciduous',
        '75 caries',
      ].sort(),
    )
    const { bytes } = await pdfOf(doctor, paper.record, { id })
    const words = wordsOf(bytes)
    expect([...'口内现状先天缺失圈叉浅色'].filter((sign) => !words.includes(sign))).toEqual([])
    // Of several the same, each as its own visit left it.
    const [first, second] = await doctor.call(record.printAll, { id: child })
    expect(first?.mouth.some(({ tooth }) => tooth === '75')).toBe(false)
    expect(second?.mouth).toEqual(preview.mouth)
    expect((await pdfOf(doctor, paper.record, { id, chart: false })).bytes.length).toBeLessThan(bytes.length)
  })

  it('is written in the numbers that the clinic chose', async () => {
    const line = { teeth: '16:MO;75', text: '深龋' }
    expect(JSON.stringify(lineOf(line, 'universal'))).toContain('3近中𬌗面、K')
    expect(JSON.stringify(lineOf(line, 'fdi'))).toContain('16近中𬌗面、75')
    expect(JSON.stringify(lineOf(line, 'cross'))).not.toContain('近中')
    expect(
      [lineOf(line, 'cross'), lineOf(line, 'palmer')].map((each) => /"text":"(V|E)"/.exec(JSON.stringify(each))?.[1]),
    ).toEqual(['V', 'E'])
    const config = await director.call(contract.clinic.clinicConfig, {})
    await director.call(contract.clinic.saveClinicConfig, { ...config, recordNotation: 'universal' } as never)
    const { id } = await signed(await person('数牙位', '1990-01-02'))
    expect((await pdfOf(doctor, paper.record, { id })).type).toBe('application/pdf')
    expect((await doctor.call(contract.clinic.settings, {})).recordNotation).toBe('universal')
    const now = await director.call(contract.clinic.clinicConfig, {})
    await director.call(contract.clinic.saveClinicConfig, { ...now, recordNotation: 'cross' } as never)
  })
})

describe('the public check', () => {
  it('says what the paper is and that it holds, and nothing of the patient', async () => {
    const patientId = await person('欧阳查无此人', '1971-07-08')
    const { id } = await signed(patientId)
    const { bytes } = await pdfOf(doctor, paper.record, { id })
    const code = await codeOf(id)
    const answer = await check(` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `)
    expect(Object.keys(answer).sort()).toEqual(
      ['clinicName', 'contentHash', 'issuedAt', 'kind', 'number', 'standing', 'versionNo'].sort(),
    )
    expect(answer).toMatchObject({
      kind: 'record',
      standing: 'valid',
      versionNo: 1,
      contentHash: createHash('sha256').update(bytes).digest('hex'),
    })
    const text = JSON.stringify(answer)
    for (const word of ['欧阳', patientId, '1971', '牙髓炎', id]) expect(text).not.toContain(word)
  })

  it('an amended record has a newer version, a deleted one is void', async () => {
    const made = await signed(await person('周改', '1985-05-06'))
    await pdfOf(doctor, paper.record, { id: made.id })
    const code = await codeOf(made.id)
    const open = await doctor.call(record.amend, { id: made.id, version: made.version, reason: '补充' })
    // Until the amendment is signed the paper shows the last signed text.
    expect((await check(code)).standing).toBe('valid')
    const saved = await doctor.call(record.save, {
      id: made.id,
      version: open.version,
      content: content({ advice: '忌冷热' }),
    })
    // What is printed meanwhile shows words that nobody has signed: it never holds.
    await pdfOf(doctor, paper.record, { id: made.id })
    const unsigned = await codeOf(made.id)
    expect(await check(unsigned)).toMatchObject({ standing: 'unsigned', versionNo: 0 })
    const again = await doctor.call(record.sign, { id: made.id, version: saved.version })
    expect((await check(code)).standing).toBe('newer')
    expect((await check(unsigned)).standing).toBe('unsigned')
    await pdfOf(doctor, paper.record, { id: made.id })
    const second = await codeOf(made.id)
    expect(await check(second)).toMatchObject({ standing: 'valid', versionNo: 2 })
    await doctor.call(record.remove, { id: made.id, version: again.version, reason: '误建' })
    expect((await check(second)).standing).toBe('void')
    expect((await check(code)).standing).toBe('void')
  })

  it('refuses a code that is none, beside its field, and one that nobody was given', async () => {
    expect((await app.nobody.refused(paper.verify, { code: newPaperCode() })).code).toBe(25401)
    const wrong = await app.nobody.refused(paper.verify, { code: 'abc' })
    expect(wrong.data.fields).toEqual([{ field: 'code', message: '核验编码应为 16 位字母和数字' }])
  })
})

describe('a prescription as PDF', () => {
  it('is void on the check when it is void in the clinic', async () => {
    const patientId = await person('吴处方', '1990-05-01')
    const [drug] = await app.sql<{ id: string }>(`select id from drug where code = 'metronidazole'`)
    const made = await doctor.call(prescription.save, {
      patientId,
      diagnosis: '急性根尖周炎',
      items: [
        {
          drugId: drug?.id ?? '',
          spec: '0.2g',
          singleDose: 200,
          doseUnit: 'mg',
          route: '口服',
          frequency: 'q8h',
          days: 3,
          unit: '片',
          skinTest: 'none',
        },
      ],
      requestId: uuidv7(),
    })
    const { bytes, type } = await pdfOf(doctor, paper.prescription, { id: made.id })
    expect(type).toBe('application/pdf')
    const words = wordsOf(bytes)
    expect([...'甲硝唑处方完毕普通'].filter((sign) => !words.includes(sign))).toEqual([])
    // Nobody typed it: the drug's rule puts it on the patient's sheet, on the screen and in the PDF.
    expect((await doctor.call(prescription.print, { id: made.id })).advice).toEqual(['甲硝唑：用药期间及停药后不饮酒'])
    expect([...'注意停药后不饮酒'].filter((sign) => !words.includes(sign))).toEqual([])
    const code = await codeOf(made.id)
    const standing = async () => (await app.nobody.call(paper.verify, { code })).standing
    expect(await standing()).toBe('valid')
    await doctor.call(prescription.void, { id: made.id, version: made.version, reason: '改方' })
    expect(await standing()).toBe('void')
  })
})

describe('the picture of a signature', () => {
  const { staff } = contract
  const dot = (colour: string) =>
    sharp({ create: { width: 60, height: 20, channels: 4, background: colour } })
      .png()
      .toBuffer()
  const set = async (client: Client, png: Buffer) => {
    const boundary = 'signature-boundary'
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="hand.png"\r\ncontent-type: image/png\r\n\r\n`
    const answer = await app.application.http.inject({
      method: 'POST',
      url: staff.saveSignature.path,
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        authorization: `Bearer ${client.token ?? ''}`,
      },
      payload: Buffer.concat([Buffer.from(head), png, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    })
    return answer.statusCode
  }
  const later = (time: string) => app.clock.set(parseDateTime(`2026-11-20 ${time}`))
  const write = async (name: string) => {
    const [drug] = await app.sql<{ id: string }>(`select id from drug where code = 'metronidazole'`)
    const { id } = await doctor.call(prescription.save, {
      patientId: await person(name, '1990-05-01'),
      diagnosis: '急性根尖周炎',
      items: [
        {
          drugId: drug?.id ?? '',
          spec: '0.2g',
          singleDose: 200,
          doseUnit: 'mg',
          route: '口服',
          frequency: 'q8h',
          days: 3,
          unit: '片',
          skinTest: 'none',
        },
      ],
      requestId: uuidv7(),
    })
    return id
  }
  const ofPrescription = (id: string) => doctor.call(paper.prescriptionSignatures, { id })
  const images = async (call: { path: string }, input: object) =>
    (await pdfOf(doctor, call, input)).bytes.toString('latin1').match(/\/Subtype \/Image/g)?.length ?? 0

  it('stands on what its owner signs while it stands, and on nothing signed before or after', async () => {
    const before = await write('钱未设')
    const plain = await images(paper.prescription, { id: before })
    later('09:10:00')
    expect(await doctor.call(staff.signature, {})).toEqual({ since: null })
    expect(await set(doctor, await dot('#000000'))).toBe(200)
    expect(await doctor.call(staff.signature, {})).toEqual({ since: '2026-11-20 09:10:00' })
    later('09:20:00')
    const during = await write('钱已设')
    const record = await signed(await person('钱病历', '1990-05-01'))
    later('09:30:00')
    const first = await ofPrescription(during)
    expect(first.doctor).toMatch(/^data:image\/png;base64,/)
    expect(await ofPrescription(before)).toEqual({})
    const ofRecord = await doctor.call(paper.recordSignatures, { id: record.id })
    expect(ofRecord).toEqual({ doctor: first.doctor })
    expect(await images(paper.prescription, { id: during })).toBeGreaterThan(plain)
    expect(await images(paper.prescription, { id: before })).toBe(plain)
    // A new one is for what comes: what was signed keeps the one of its time.
    expect(await set(doctor, await dot('#aa0000'))).toBe(200)
    later('09:40:00')
    const again = await write('钱换图')
    expect((await ofPrescription(again)).doctor).not.toBe(first.doctor)
    expect(await ofPrescription(during)).toEqual(first)
    await doctor.call(staff.removeSignature, {})
    later('09:50:00')
    expect(await ofPrescription(await write('钱取下'))).toEqual({})
    expect(await ofPrescription(during)).toEqual(first)
    later('09:00:00')
  })

  it('is its owner’s alone: the head sees since when, nobody reads it but from a paper', async () => {
    later('10:00:00')
    await set(doctor, await dot('#000000'))
    const detail = await director.call(staff.employeeDetail, { id: doctorId })
    expect(detail.signatureSince).toBe('2026-11-20 10:00:00')
    const own = fixture.employees.a1.director
    expect((await director.call(staff.employeeDetail, { id: own })).signatureSince).toBeNull()
    expect((await director.refused(staff.signaturePicture, {})).http).toBe(404)
    const elsewhere = await app.as('director', 'b1')
    expect((await elsewhere.refused(staff.employeeDetail, { id: doctorId })).http).toBe(404)
    await doctor.call(staff.removeSignature, {})
    later('09:00:00')
  })
})

// Last, since it uses up what the address may ask.
describe('guessing', () => {
  it('stops a machine that guesses', async () => {
    const codes = Array.from({ length: 601 }, newPaperCode)
    const refusals = await Promise.all(codes.map((code) => app.nobody.refused(paper.verify, { code })))
    expect(refusals.map(({ http }) => http)).toContain(429)
  })
})

const ink = {
  width: 300,
  height: 120,
  strokes: [
    [
      [10, 10, 0],
      [60, 40, 120],
    ],
  ] as [number, number, number][][],
}

describe('all papers of a patient', () => {
  it('come as one PDF in the order of their days, each counted, numbered and paged as if printed alone', async () => {
    const patientId = await person('冯连打', '1979-01-02')
    const made = [await signed(patientId), await signed(patientId), await signed(patientId)]
    await signedConsent(patientId)
    const answer = await pdfOf(doctor, paper.all, { patientId, kinds: ['record', 'consent'] })
    expect(answer.type).toBe('application/pdf')
    const text = answer.bytes.toString('latin1')
    // Every object stands where the table says, and every page hangs in the one tree.
    const table = Number(/startxref\n(\d+)/.exec(text)?.[1])
    const rows = text.slice(table).split('\n').slice(2)
    for (const [no, row] of rows.entries())
      if (row[17] === 'n') expect(text.slice(Number(row.slice(0, 10))).startsWith(`${no} 0 obj`)).toBe(true)
    const pages = text.match(/\/Type \/Page\b/g)?.length
    expect(Number(/\/Count (\d+)\n\/Kids \[.*\]\n>>\nendobj\nxref/.exec(text)?.[1])).toBe(pages)
    expect(pages).toBeGreaterThanOrEqual(4)
    for (const { id } of made) expect(await issuedOf(id)).toHaveLength(1)
    expect((await doctor.call(record.print, { id: made[0]?.id ?? '' })).printCount).toBe(2)
  })

  it('only what was chosen, and a plain word when there is nothing', async () => {
    const patientId = await person('冯选择', '1979-01-03')
    const { id } = await signed(patientId)
    const ask = (more: object) => pdfOf(doctor, paper.all, { patientId, ...more })
    expect((await ask({ from: '2026-11-20', to: '2026-11-20' })).type).toBe('application/pdf')
    for (const nothing of [{ from: '2026-11-21' }, { to: '2026-11-19' }, { kinds: ['prescription'] }])
      expect(JSON.parse(String((await ask(nothing)).bytes))).toMatchObject({ code: 25403 })
    expect(await issuedOf(id)).toHaveLength(1)
    expect((await pdfOf(await app.as('reception'), paper.all, { patientId })).status).toBe(403)
  })
})

describe('more papers of a patient than can be waited for', () => {
  const { services } = app.application
  const { ask, list, retry, download } = contract.exportTask
  const work = () => services.jobs.drain('exportTask.run')
  const own = async (client: Client, id: string) => (await client.call(list, {})).find((task) => task.id === id)
  const printsOf = (id: string) =>
    app.sql<Record<string, unknown>>(
      `select action, entity, entity_id, patient_id, actor_name, account_id, session_id, employee_id, clinic_id, after
       from audit where entity_id = $1 and action = 'print' order by created_at, id`,
      [id],
    )
  const papersOf = (id: string) =>
    app.sql<Record<string, unknown>>(
      `select d.kind, d.source_id, d.version_no, d.number, d.issued_name, d.clinic_id,
         (select count(*)::int from document_code c where c.document_id = d.id) as codes
       from issued_document d where d.source_id = $1 order by d.id`,
      [id],
    )
  const { PRINT_DIRECT_PAPERS: usual } = services.config
  beforeAll(() => void Object.assign(services.config, { PRINT_DIRECT_PAPERS: 2 }))
  afterAll(() => void Object.assign(services.config, { PRINT_DIRECT_PAPERS: usual }))

  it('are made as a task that gives out and counts each once, as direct printing does, with the file', async () => {
    const patientId = await person('冯多打', '1979-02-02')
    const [first, second] = [await signed(patientId), await signed(patientId)]
    expect(await doctor.call(paper.allSize, { patientId })).toEqual({ papers: 2, atOnce: 2 })
    // As many as can be waited for come at once: what they leave is what a task has to leave.
    expect((await pdfOf(doctor, paper.all, { patientId })).type).toBe('application/pdf')
    const direct = { prints: await printsOf(first.id), papers: await papersOf(first.id) }
    expect([direct.prints.length, direct.papers.length]).toEqual([1, 1])

    const third = await signed(patientId)
    expect(await doctor.call(paper.allSize, { patientId })).toEqual({ papers: 3, atOnce: 2 })
    const refusal = JSON.parse(String((await pdfOf(doctor, paper.all, { patientId })).bytes)) as object
    expect(refusal).toMatchObject({ code: 33501, data: { rows: 3 } })
    const task = await doctor.call(ask, { path: paper.all.path, input: { patientId } })
    expect(task).toMatchObject({ title: '患者病历资料', rowsExpected: 3, unit: '份' })
    expect(await printsOf(third.id)).toEqual([])
    await work()
    expect(await own(doctor, task.id)).toMatchObject({ status: 2, rowsDone: 3, problem: '' })
    for (const { id } of [first, second, third]) {
      const before = id === third.id ? 0 : 1
      const [prints, papers] = [await printsOf(id), await papersOf(id)]
      expect([prints.length, papers.length]).toEqual([before + 1, before + 1])
      expect(prints.at(-1)).toEqual({ ...direct.prints[0], entity_id: id })
      expect(papers.at(-1)).toMatchObject({ ...direct.papers[0], source_id: id, number: expect.any(String) as string })
    }
    const file = await pdfOf(doctor, download, { id: task.id })
    expect(file.type).toBe('application/pdf')
    expect(file.bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThanOrEqual(3)
    expect(await printsOf(third.id)).toHaveLength(1)
    const [told] = (await doctor.call(contract.messaging.messages, { category: 'exports' })).list
    expect(told).toMatchObject({ title: '患者病历资料已导出', body: expect.stringContaining('共 3 份') as string })
  })

  it('count once whose server was killed, or whose file was not kept; never for a file that nobody got', async () => {
    const patientId = await person('冯断打', '1979-03-02')
    const made = [await signed(patientId), await signed(patientId), await signed(patientId)]
    await signedConsent(patientId)
    const counts = async () => {
      const found: number[][] = []
      for (const { id } of made) found.push([(await printsOf(id)).length, (await papersOf(id)).length])
      return found
    }
    const input = { patientId, kinds: ['record', 'consent'] }
    const { id, rowsExpected } = await doctor.call(ask, { path: paper.all.path, input })
    expect(rowsExpected).toBe(4)
    const failing = vi.spyOn(services.files, 'put').mockRejectedValueOnce(new Error('the store is away'))
    await work()
    failing.mockRestore()
    expect(await own(doctor, id)).toMatchObject({ status: 3 })
    expect(await counts()).toEqual(made.map(() => [0, 0]))
    await doctor.call(retry, { id })
    // It was begun by a server that is gone.
    await app.sql(`update export_task set status = 1, run_id = $2, attempts = 1, heard_at = $3 where id = $1`, [
      id,
      uuidv7(),
      new Date(app.clock.now().getTime() - 16_000),
    ])
    await work()
    expect(await own(doctor, id)).toMatchObject({ status: 2, rowsDone: 4 })
    expect(await counts()).toEqual(made.map(() => [1, 1]))
  })

  it('are told as direct printing to whoever may not: refused at the asking, found by nobody else', async () => {
    const patientId = await person('冯不给', '1979-04-02')
    await Promise.all([signed(patientId), signed(patientId), signed(patientId)])
    const reception = await app.as('reception')
    expect(await reception.refused(ask, { path: paper.all.path, input: { patientId } })).toMatchObject({ http: 403 })
    expect(await reception.refused(paper.allSize, { patientId })).toMatchObject({ http: 403 })
    const nobody = { patientId, from: '2026-11-21' }
    expect(await doctor.refused(ask, { path: paper.all.path, input: nobody })).toMatchObject({ code: 25403 })
    const wrong = await doctor.refused(ask, { path: paper.all.path, input: { patientId, kinds: [] } })
    expect(wrong.data.fields).toEqual([{ field: 'kinds', message: '请选择种类' }])
    const { id } = await doctor.call(ask, { path: paper.all.path, input: { patientId } })
    await work()
    for (const stranger of [reception, director, await app.as('director', 'b1')])
      expect((await pdfOf(stranger, download, { id })).status).toBe(404)
    expect((await pdfOf(doctor, download, { id })).status).toBe(200)
    // Who may not print any more does not get what was made either.
    const taken = await app.sql<Record<string, unknown>>(
      `delete from post_resource where tenant_id = $1 and resource = '/patientMedicalRecord:print' returning post_id, data_scope`,
      [A],
    )
    expect((await pdfOf(doctor, download, { id })).status).toBe(403)
    for (const row of taken)
      await app.sql(
        `insert into post_resource (tenant_id, post_id, resource, data_scope) values ($1, $2, '/patientMedicalRecord:print', $3)`,
        [A, row.post_id, row.data_scope],
      )
  })
})

describe('a treatment plan as PDF', () => {
  beforeAll(() => app.sql('delete from rate_limit'))
  it('shows every option; a later version is newer, a refusal voids it', async () => {
    const patientId = await person('赵计划', '1980-01-02')
    const plan = contract.treatmentPlan
    const option = (name: string, tariffId: string) => ({
      name,
      phases: [{ name: '一期' }],
      lines: [{ tariffId, teeth: '36', qty: 1, phase: 1 }],
      pros: ['保住自己的牙'],
    })
    const made = await doctor.call(plan.save, {
      requestId: uuidv7(),
      patientId,
      doctorId,
      title: '左下龋坏',
      options: [option('充填', fixture.tariffs.a.filling), option('洁治观察', fixture.tariffs.a.cleaning)],
    })
    await pdfOf(doctor, paper.plan, { id: made.id })
    expect((await check(await codeOf(made.id))).standing).toBe('unsigned')
    const quoted = await doctor.call(plan.quote, { id: made.id, version: made.version, validUntil: '2026-12-31' })
    const { bytes } = await pdfOf(doctor, paper.plan, { id: made.id })
    expect(bytes.length).toBeLessThan(300_000)
    expect([...'赵计划左下龋坏充填洁治观察保住自己的牙'].filter((sign) => !wordsOf(bytes).includes(sign))).toEqual([])
    const code = await codeOf(made.id)
    const answer = await check(code)
    expect(answer).toMatchObject({
      kind: 'plan',
      standing: 'valid',
      number: expect.stringMatching(/^FA261120-/) as string,
    })
    expect(JSON.stringify(answer)).not.toContain('赵计划')
    const again = await doctor.call(plan.quote, { id: made.id, version: quoted.version, validUntil: '2026-12-30' })
    expect((await check(code)).standing).toBe('newer')
    await doctor.call(plan.refuse, { id: made.id, version: again.version, reason: '价格' })
    expect((await check(code)).standing).toBe('void')
  })
})

/** A consent that patient and doctor have signed. */
async function signedConsent(patientId: string): Promise<string> {
  const { consent } = contract
  const { id } = await doctor.call(consent.create, { patientId, templateKey: 'extraction', requestId: uuidv7() })
  const made = await doctor.call(consent.get, { id })
  await doctor.call(consent.sign, {
    id,
    version: made.version,
    signerName: made.content.who.name,
    ticks: made.content.ticks.map(() => true),
    signatures: [
      { role: 'patient', name: made.content.who.name, strokes: ink },
      { role: 'doctor', name: '谁', strokes: ink },
    ],
    requestId: uuidv7(),
  })
  return id
}

describe('a consent as PDF', () => {
  it('holds when it is signed, not before, and no more when it is withdrawn; a guardian stands on it', async () => {
    const patientId = await person('钱小朋', '2018-01-02')
    const { consent } = contract
    const { id } = await doctor.call(consent.create, { patientId, templateKey: 'extraction', requestId: uuidv7() })
    const before = await doctor.call(consent.get, { id })
    await pdfOf(doctor, paper.consent, { id })
    const draft = await codeOf(id)
    expect(await check(draft)).toMatchObject({ kind: 'consent', standing: 'unsigned', versionNo: 0 })
    const signed = await doctor.call(consent.sign, {
      id,
      version: before.version,
      signerName: '钱大朋',
      signerRelation: '父亲',
      signerIdTail: '123X',
      ticks: before.content.ticks.map(() => true),
      signatures: [
        { role: 'guardian', name: '钱大朋', strokes: ink },
        { role: 'doctor', name: '谁', strokes: ink },
      ],
      requestId: uuidv7(),
    })
    const { bytes } = await pdfOf(doctor, paper.consent, { id })
    expect(bytes.length).toBeLessThan(300_000)
    expect([...'钱小朋钱大朋父亲监护人患者手写电子签名'].filter((sign) => !wordsOf(bytes).includes(sign))).toEqual([])
    const code = await codeOf(id)
    const answer = await check(code)
    expect(answer).toMatchObject({ standing: 'valid', number: expect.stringMatching(/^TY261120-/) as string })
    for (const word of ['钱', '123X', patientId]) expect(JSON.stringify(answer)).not.toContain(word)
    expect((await check(draft)).standing).toBe('unsigned')
    // The bytes are those of the last signature, however often they are asked for, and the check says their hash.
    const hash = createHash('sha256').update(bytes).digest('hex')
    expect(answer.contentHash).toBe(hash)
    expect((await doctor.call(consent.get, { id })).pdfHash).toBe(hash)
    const again = () => pdfOf(doctor, paper.consent, { id }).then((pdf) => pdf.bytes.equals(bytes))
    expect(await again()).toBe(true)
    await director.call(consent.void, { id, version: signed.version, reason: '改为观察' })
    expect([(await check(code)).standing, (await check(draft)).standing]).toEqual(['void', 'void'])
    expect(await again()).toBe(true)
  })

  it('keeps its PDF from everybody, the owner of the tables too; the seal covers it, and altered bytes are not given out', async () => {
    const id = await signedConsent(await person('孙同意', '1980-02-03'))
    const { consent } = contract
    expect((await doctor.call(consent.get, { id })).intact).toBe(true)
    for (const change of [
      `update consent_sheet set content_hash = content_hash where consent_id = '${id}'`,
      `delete from consent_sheet where consent_id = '${id}'`,
    ])
      await expect(app.owner.query(change)).rejects.toThrow('never changed')
    await app.sql(`update consent set pdf_hash = repeat('0', 64) where id = $1`, [id])
    expect((await doctor.call(consent.get, { id })).intact).toBe(false)
    const [file] = await app.sql<{ key: string }>(
      `select o.storage_key as key from consent_sheet s join file_object o on o.id = s.file_id where s.consent_id = $1`,
      [id],
    )
    await app.application.services.files.put(file?.key ?? '', Buffer.from('%PDF-1.3 another'), 'application/pdf')
    expect((await pdfOf(doctor, paper.consent, { id })).type).toContain('json')
  })

  it('is sealed the same way when the last signature comes from the patient’s own phone', async () => {
    const patientId = await person('周手机', '1980-02-03')
    await app.sql(`update patient set mobile = '13900001234' where id = $1`, [patientId])
    const { consent } = contract
    const { id } = await doctor.call(consent.create, { patientId, templateKey: 'privacy', requestId: uuidv7() })
    const before = await doctor.call(consent.get, { id })
    const ticks = before.content.ticks.map((each) => ({ ...each, ticked: true }))
    const saved = await doctor.call(consent.save, {
      id,
      version: before.version,
      content: { ...before.content, ticks },
    })
    await doctor.call(consent.sign, {
      id,
      version: saved.version,
      signerName: '周手机',
      ticks: before.content.ticks.map(() => true),
      signatures: [{ role: 'doctor', name: '谁', strokes: ink }],
      requestId: uuidv7(),
    })
    const { token } = await doctor.call(consent.link, { id })
    await app.nobody.call(consent.signByPhone, {
      token,
      tail: '1234',
      signerName: '周手机',
      ticks: before.content.ticks.map(() => true),
      strokes: ink,
    })
    const after = await doctor.call(consent.get, { id })
    const { bytes } = await pdfOf(doctor, paper.consent, { id })
    expect(after).toMatchObject({ intact: true, pdfHash: createHash('sha256').update(bytes).digest('hex') })
  })
})

import { inflateSync } from 'node:zlib'
import { contract, type WireInput } from '@dentin/contract'
import { canonicalJson, uuidv7 } from '@dentin/kit'
import { createHash } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'
import { perioVisits, typed } from '../../../test/perio-visits.ts'
import { photo, sendPicture } from '../../../test/photos.ts'
import { newPaperCode } from '../issued-document/index.ts'

const A = fixture.tenants.a
const { paper, record, recordSeal } = contract
const app = await testApp()
const doctorId = fixture.doctors.a1[0] as string
let doctor: Client
let director: Client
let serial = 0

const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const text: WireInput<typeof record.save>['content'] = {
  chiefComplaint: '左下后牙疼痛 3 天',
  presentIllness: '遇冷热加重',
  pastHistory: '否认系统性疾病',
  allergyHistory: '否认药物过敏史',
  exams: [{ teeth: '36:O', content: '36 𬌗面龋坏，探（＋）' }],
  diagnoses: [{ teeth: '36', icdCode: 'K02.1', icdName: '牙本质龋', kind: 1 }],
  treatments: [{ teeth: '36', content: '去腐备洞，树脂充填' }],
}

async function person(name: string): Promise<string> {
  serial += 1
  const { id } = await director.call(contract.patient.create, {
    name,
    gender: 0,
    mobile: `1371000${String(serial).padStart(4, '0')}`,
    sourceId: fixture.sources.a,
    birthDay: `1985-05-${String(1 + (serial % 28)).padStart(2, '0')}`,
    respDoctorId: doctorId,
    allergyFlag: 0,
    systemicDiseases: ['无'],
    medicationHistory: '无',
    requestId: uuidv7(),
  })
  return id
}
/** A draft of a visit. */
async function draft(patientId: string) {
  const [registration, treatment] = [uuidv7(), uuidv7()]
  serial += 1
  const start = `2026-11-20T00:${10 + (serial % 40)}:00Z`
  await app.sql(
    `insert into registration (tenant_id, id, clinic_id, reg_no, queue_no, reg_date, patient_id, doctor_id, reg_time, status, treat_type, title, chief_complaint, created_at, updated_at)
     values ($1, $2, $3, $4, $5, '2026-11-20', $6, $7, $8, 3, 1, '检查', '', $8, $8)`,
    [A, registration, fixture.clinics.a1, `GHS${serial}`, 800 + serial, patientId, doctorId, start],
  )
  await app.sql(
    `insert into treatment (tenant_id, id, clinic_id, registration_id, patient_id, doctor_id, status, start_time, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, 1, $7, $7, $7)`,
    [A, treatment, fixture.clinics.a1, registration, patientId, doctorId, start],
  )
  const made = await doctor.call(record.create, { treatmentId: treatment, requestId: uuidv7() })
  return doctor.call(record.save, { id: made.id, version: made.version, content: text })
}
async function signed(patientId: string) {
  const { id, version } = await draft(patientId)
  return doctor.call(record.sign, { id, version })
}
const witness = (name: string, relation = '患者本人') => ({ name, relation, idTail: '123X' }) as const
type Sealing = WireInput<typeof recordSeal.create>
const asked = (patientId: string, recordIds: string[], more: Partial<Sealing> = {}): Sealing => ({
  patientId,
  recordIds,
  reason: '对处置有异议',
  witnesses: [witness('周封存') as Sealing['witnesses'][number]],
  requestId: uuidv7(),
  ...more,
})

/** The bytes of a package. */
async function packageOf(id: string, client = director): Promise<Buffer> {
  const answer = await app.application.http.inject({
    method: 'POST',
    url: recordSeal.download.path,
    headers: { authorization: `Bearer ${client.token ?? ''}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ id }),
  })
  expect(answer.headers['content-type']).toBe('application/zip')
  return answer.rawPayload
}
/** The files of a zip, read through its directory. */
function unzip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  let at = zip.readUInt32LE(zip.length - 6)
  for (let left = zip.readUInt16LE(zip.length - 12); left > 0; left--) {
    const [method, packed, name] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)]
    const local = zip.readUInt32LE(at + 42)
    const body = zip.subarray(local + 30 + name, local + 30 + name + packed)
    files.set(zip.toString('utf8', at + 46, at + 46 + name), method === 8 ? inflateRawSync(body) : Buffer.from(body))
    at += 46 + name
  }
  return files
}

beforeAll(async () => {
  ;[doctor, director] = await Promise.all([app.asDoctor(0), app.as('director')])
})

/** The red of a pocket from 6 mm, as a PDF names it. */
const DEEP = /0\.75\d* 0\.22\d* 0\.16\d* (?:rg|scn)/g
/** How often something in a PDF is filled with a colour. */
function inkedBy(pdf: Buffer, colour: RegExp): number {
  let found = 0
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 7)) {
    try {
      found += [
        ...inflateSync(pdf.subarray(at + 7))
          .toString('latin1')
          .matchAll(colour),
      ].length
    } catch {
      // Not a compressed stream of drawing.
    }
  }
  return found
}

describe('sealing records in a dispute', () => {
  it('keeps each record as PDF and as data with all its versions, and a manifest with the SHA-256 of every file', async () => {
    const patientId = await person('周封存')
    const first = await signed(patientId)
    const open = await doctor.call(record.amend, { id: first.id, version: first.version, reason: '补充' })
    const saved = await doctor.call(record.save, {
      id: first.id,
      version: open.version,
      content: { ...text, advice: '忌冷热' },
    })
    await doctor.call(record.sign, { id: first.id, version: saved.version })
    const unfinished = await draft(patientId)
    const consent = await doctor.call(contract.consent.create, {
      patientId,
      recordId: first.id,
      templateKey: 'extraction',
      requestId: uuidv7(),
    })
    const bytes = await photo()
    const stage = await doctor.call(contract.picture.addStage, { patientId, name: '初诊', stageTime: '2026-11-20' })
    const imageId = await sendPicture(app, doctor, { imageStageId: stage.id, patientId, type: 5 }, bytes)
    await doctor.call(contract.recordImage.attach, { recordId: first.id, imageIds: [imageId] })
    const input = asked(patientId, [first.id, unfinished.id])
    const seal = await director.call(recordSeal.create, input)
    expect(seal).toMatchObject({ unfinished: 1, sealNo: expect.stringMatching(/^FC261120-/) as string })
    // The same request seals once.
    expect(await director.call(recordSeal.create, input)).toEqual(seal)

    const zip = await packageOf(seal.id)
    expect(sha(zip)).toBe(seal.packageHash)
    const files = unzip(zip)
    const manifest = JSON.parse(String(files.get('manifest.json'))) as { files: { name: string; sha256: string }[] }
    expect(manifest.files.map(({ name }) => name).sort()).toEqual(
      [...files.keys()].filter((name) => name !== 'manifest.json').sort(),
    )
    for (const { name, sha256 } of manifest.files) expect(sha(files.get(name) ?? Buffer.alloc(0))).toBe(sha256)
    const [no] = await app.sql<{ a: string; b: string }>(
      `select (select record_no from medical_record where id = $1) as a, (select record_no from medical_record where id = $2) as b`,
      [first.id, unfinished.id],
    )
    const data = JSON.parse(String(files.get(`病历/${no?.a}.json`))) as { unfinished: boolean; versions: unknown[] }
    expect(data).toMatchObject({ unfinished: false, versions: [{ versionNo: 1 }, { versionNo: 2, reason: '补充' }] })
    expect(JSON.parse(String(files.get(`病历/${no?.b}.json`)))).toMatchObject({ unfinished: true, versions: [] })
    expect(files.get(`病历/${no?.a} 第2版.pdf`)?.subarray(0, 5).toString()).toBe('%PDF-')
    expect(files.has(`病历/${no?.b} 未完成.pdf`)).toBe(true)
    expect(files.get(`影像/${no?.a} 1 口内正面.jpg`)).toEqual(bytes)
    expect(files.has(`同意书/${consent.consentNo}.pdf`)).toBe(true)

    const [listed] = await doctor.call(recordSeal.ofPatient, { id: patientId })
    expect(listed).toMatchObject({
      sealNo: seal.sealNo,
      packageHash: seal.packageHash,
      witnesses: [{ name: '周封存', relation: '患者本人', idTail: '123X' }],
      records: [
        { id: first.id, versionNo: 2, finished: true },
        { id: unfinished.id, versionNo: 0, finished: false },
      ],
      open: false,
    })
    const audits = await app.sql<{ action: string }>(`select action from audit where entity_id = $1 order by id`, [
      seal.id,
    ])
    expect(audits.map(({ action }) => action)).toEqual(['seal', 'export'])
  })

  it('the periodontal charts of a record lie in it: all that was signed, what the hash is made of, what is printed', async () => {
    const { somebody, chart, begun, write } = perioVisits(app, () => ({ doctor, director }))
    const patientId = await somebody('周牙周')
    const made = await chart(patientId, '2026-11-20', [
      ['16', 'pd.0', 6],
      ['16', 'mobility', 2],
      ['36', 'status', 'implant'],
    ])
    const fresh = await begun(patientId, '2026-11-19')
    await write(fresh.id, typed([['11', 'pd.1', 3]]))
    const cover = { witnesses: [witness('周牙周') as Sealing['witnesses'][number]] }
    const seal = await director.call(recordSeal.create, asked(patientId, [made.recordId, fresh.recordId], cover))
    const files = unzip(await packageOf(seal.id))
    const read = (name: string) => JSON.parse(String(files.get(name))) as Record<string, unknown>
    const kept = read(`牙周检查/${made.recordNo} ${made.chartNo}.json`)
    expect(kept).toMatchObject({
      chart: { id: made.id, cells: made.cells, hash: made.hash, summary: { sites: 1 } },
      hashVersion: 2,
      covered: { cells: made.cells, summary: made.summary, age: 45, doctorName: made.doctorName },
      print: { teeth: '16 深度 颊 6 – – 腭 – – –，松动 Ⅱ 度；36 种植体' },
    })
    expect(createHash('sha256').update(canonicalJson(kept.covered)).digest('hex')).toBe(made.hash)
    // The graph is on the sheet itself: the deep pocket is a bar and a figure in its colour, elsewhere nothing has it.
    const bars = (no: string) => inkedBy(files.get(`病历/${no} 未完成.pdf`) ?? Buffer.alloc(0), DEEP)
    expect(bars(made.recordNo)).toBeGreaterThanOrEqual(2)
    expect(bars(fresh.recordNo)).toBe(bars(made.recordNo) - 2)
    expect(read(`牙周检查/${fresh.recordNo} 未完成.json`)).toMatchObject({ cells: { '11': { 'pd.1': 3 } } })
    // What is sealed is not removed.
    const refusal = await doctor.refused(contract.perio.remove, { id: made.id, reason: '不要了' })
    expect(refusal.code).toBe(25411)
  })

  it('an amendment after it is a new version beside it: the package stays byte for byte, and both carry the banner', async () => {
    const patientId = await person('周封存')
    const made = await signed(patientId)
    const seal = await director.call(recordSeal.create, asked(patientId, [made.id]))
    const before = await packageOf(seal.id)
    const open = await doctor.call(record.amend, { id: made.id, version: made.version, reason: '更正' })
    const saved = await doctor.call(record.save, {
      id: made.id,
      version: open.version,
      content: { ...text, advice: '复查' },
    })
    await doctor.call(record.sign, { id: made.id, version: saved.version })
    expect((await packageOf(seal.id)).equals(before)).toBe(true)
    expect(await director.call(recordSeal.check, { id: seal.id })).toMatchObject({ same: true, now: seal.packageHash })
    expect((await doctor.call(record.get, { id: made.id })).sealedAt).not.toBeNull()
    expect((await doctor.call(record.ofPatient, { id: patientId }))[0]?.sealedAt).not.toBeNull()
    expect((await doctor.call(record.print, { id: made.id })).sealedAt).not.toBeNull()
    const [listed] = await director.call(recordSeal.ofPatient, { id: patientId })
    expect(listed).toMatchObject({ open: true, records: [{ versionNo: 1 }] })
  })

  it('nobody changes or deletes a seal, the owner of the tables included, and the check tells altered bytes', async () => {
    const patientId = await person('周封存')
    const made = await signed(patientId)
    const seal = await director.call(recordSeal.create, asked(patientId, [made.id]))
    for (const change of [
      `update record_seal set reason = 'x' where id = '${seal.id}'`,
      `delete from record_seal where id = '${seal.id}'`,
      `update record_seal_item set finished = false where seal_id = '${seal.id}'`,
      `delete from record_seal_item where seal_id = '${seal.id}'`,
    ])
      await expect(app.owner.query(change)).rejects.toThrow('never changed')
    const [file] = await app.sql<{ key: string }>(
      `select o.storage_key as key from record_seal s join file_object o on o.id = s.file_id where s.id = $1`,
      [seal.id],
    )
    const { files } = app.application.services
    await files.put(file?.key ?? '', Buffer.from('PK another'), 'application/zip')
    expect(await director.call(recordSeal.check, { id: seal.id })).toMatchObject({ same: false })
    await files.remove(file?.key ?? '')
    expect(await director.call(recordSeal.check, { id: seal.id })).toMatchObject({ same: false, now: null })
  })

  it('a sealed record is not deleted', async () => {
    const patientId = await person('周封存')
    const made = await signed(patientId)
    await director.call(recordSeal.create, asked(patientId, [made.id]))
    const refused = await doctor.refused(record.remove, { id: made.id, version: made.version, reason: '误建' })
    expect(refused.code).toBe(25411)
    expect((await doctor.call(record.get, { id: made.id })).status).toBe(2)
  })

  it('needs both sides, by name; administrators and directors seal, a doctor asks', async () => {
    const patientId = await person('周封存')
    const { id } = await signed(patientId)
    const refused = async (more: Partial<Sealing>) =>
      (await director.refused(recordSeal.create, asked(patientId, [id], more))).data.fields?.[0]?.field
    expect(await refused({ witnesses: [witness('李护士', '门诊工作人员') as Sealing['witnesses'][number]] })).toBe(
      'witnesses',
    )
    expect(await refused({ witnesses: [witness('别的人') as Sealing['witnesses'][number]] })).toBe('witnesses.0.name')
    expect(await refused({ witnesses: [] })).toBe('witnesses')
    expect(await refused({ recordIds: [uuidv7()] })).toBe('recordIds')
    const other = await signed(await person('别人'))
    expect(await refused({ recordIds: [id, other.id] })).toBe('recordIds')
    expect((await doctor.refused(recordSeal.create, asked(patientId, [id]))).http).toBe(403)
    expect((await (await app.as('admin')).call(recordSeal.create, asked(patientId, [id]))).sealNo).toMatch(/^FC/)
    expect(await app.sql(`select 1 from record_seal_item where record_id = $1`, [id])).toHaveLength(1)
  })

  it('can be asked in public: what it is, number and hash, nothing of the patient', async () => {
    const patientId = await person('周封存')
    const { id } = await signed(patientId)
    const seal = await director.call(recordSeal.create, asked(patientId, [id]))
    const code = newPaperCode()
    await app.sql(
      `update document_code k set code_hash = $2 from issued_document d where d.id = k.document_id and d.source_id = $1`,
      [seal.id, sha(Buffer.from(code))],
    )
    const answer = await app.nobody.call(paper.verify, { code })
    expect(answer).toMatchObject({
      kind: 'seal',
      number: seal.sealNo,
      contentHash: seal.packageHash,
      standing: 'valid',
    })
    for (const word of ['周封存', patientId, '1985', '123X', id]) expect(JSON.stringify(answer)).not.toContain(word)
  })
})

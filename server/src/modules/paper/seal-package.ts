import { pictureKindNames, type PictureKind } from '@dentin/contract/picture'
import { formatDateTime } from '@dentin/kit'
import { columns, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { hashOfBytes, readAll } from '../../platform/files/store.ts'
import { zipOf, type ZipFile } from '../../platform/files/zip.ts'
import type { ApartContext, ClinicContext } from '../../platform/http/context.ts'
import { renderPdf, type PdfSource } from '../../platform/pdf/pdf.ts'
import { consentDetail, keptSheet } from '../consent/index.ts'
import { chartsToSeal } from '../perio/index.ts'
import { prescriptionDetail } from '../prescription/index.ts'
import {
  originalsOnRecord,
  picturesForPaper,
  recordsToPrint,
  type PrintedRecord,
  type RecordToSeal,
} from '../record/index.ts'
import { consentPaper } from './consent-paper.ts'
import { clinicOfConsent, ON_DEMAND } from './consent-sheet.ts'
import { handsOfPrescription, handsOfRecord } from './hands.ts'
import { letterheadOf } from './letterhead.ts'
import { newPaperCode, verifyUrl, type Issued } from '../issued-document/index.ts'
import { prescriptionPaper } from './prescription-paper.ts'
import { recordPaper } from './record-paper.ts'
import { coverOf, type Cover } from './seal-cover.ts'
import { graphOf } from './sheets.ts'
import { UNSIGNED } from './verify.ts'

/** A sheet of the package that has still to be laid out. */
interface Sheet {
  name: string
  paper: Issued
  draw: (url: string) => PdfSource
}
/** All that goes into a package, as it was read at one moment. */
export interface Gathered {
  records: readonly RecordToSeal[]
  person: PrintedRecord
  sheets: Sheet[]
  /** What lies in the store as it is: consents whose PDF was kept when they were signed, and pictures. */
  kept: { name: string; storageKey: string; hash: string }[]
  data: ZipFile[]
}

/** Rows as text: moments as the clock in Shanghai says them. */
export const jsonOf = (value: object): Buffer =>
  Buffer.from(
    JSON.stringify(
      value,
      function (this: Record<string, unknown>, key, text: unknown) {
        const raw = this[key]
        return raw instanceof Date ? formatDateTime(raw) : text
      },
      2,
    ),
  )

const ofRecord = { consents: select(columns('consent', 'k', 'id')), rx: select(columns('prescription', 'x', 'id')) }

/** Reads the chosen records with their versions, pictures, periodontal charts, consents and prescriptions. A seal is whole, whatever else its maker may read. */
export async function gather(context: ApartContext, tx: TenantTx, records: readonly RecordToSeal[]): Promise<Gathered> {
  const whole: ClinicContext = {
    ...context,
    tx,
    can: () => true,
    scopeOf: () => 3,
    clinicsOf: () => [context.clinicId],
  }
  const gathered: Gathered = { records, person: {} as PrintedRecord, sheets: [], kept: [], data: [] }
  for (const record of records) {
    const [printed] = await recordsToPrint(whole, { id: record.id })
    if (!printed) throw new AppError('NOT_FOUND')
    gathered.person = printed
    await addRecord(whole, gathered, record, printed)
    await addPictures(whole, gathered, record)
    for (const { name, data } of await chartsToSeal(whole, record.id))
      gathered.data.push({ name: `牙周检查/${record.recordNo} ${name}.json`, bytes: jsonOf(data) })
    const consents = await tx.rows(
      ofRecord.consents
        .keptFrom`consent k where ${tx.own('k')} and k.record_id = ${record.id} order by k.created_at, k.id`,
    )
    for (const { id } of consents) await addConsent(whole, gathered, id)
    const prescriptions = await tx.rows(
      ofRecord.rx
        .keptFrom`prescription x where ${tx.own('x')} and x.record_id = ${record.id} order by x.prescribed_at, x.id`,
    )
    for (const { id } of prescriptions) await addPrescription(whole, gathered, id)
  }
  return gathered
}

/** A record's text and, when it is being amended, the signed one beside it. */
async function addRecord(
  context: ClinicContext,
  to: Gathered,
  record: RecordToSeal,
  printed: PrintedRecord,
): Promise<void> {
  const { tx, services } = context
  const { finished, versions, ...row } = record
  const last = versions.at(-1)
  const letterhead = await letterheadOf(tx, services, printed.clinicId)
  const pictures = await picturesForPaper(context, record.id)
  const hands = await handsOfRecord(tx, services, record.id)
  const issued = { kind: 'record' as const, sourceId: record.id, number: record.recordNo, patientName: '' }
  const add = async (name: string, sheet: PrintedRecord, mark: string, versionNo: number) => {
    const perio = await graphOf(tx, sheet)
    to.sheets.push({
      name: `病历/${record.recordNo} ${name}.pdf`,
      paper: { ...issued, versionNo },
      draw: (verifyUrl) =>
        recordPaper({
          sheet,
          mouth: printed.mouth,
          paper: 'a4',
          letterhead,
          verifyUrl,
          amendedAt: last?.signedAt ?? null,
          mark,
          perio,
          pictures,
          hands,
        }),
    })
  }
  if (last)
    await add(
      `第${last.versionNo}版`,
      {
        ...printed,
        content: finished ? printed.content : (last.content as PrintedRecord['content']),
        signDoctorName: last.signedName,
        signTime: last.signedAt,
      },
      '封存件',
      last.versionNo,
    )
  if (!finished) await add('未完成', printed, '封存件（未完成）', UNSIGNED)
  to.data.push({
    name: `病历/${record.recordNo}.json`,
    bytes: jsonOf({ ...row, unfinished: !finished, current: row.content, content: undefined, versions }),
  })
}

/** The files of a record's pictures, each with its kind and place. */
async function addPictures({ tx }: ClinicContext, to: Gathered, record: RecordToSeal): Promise<void> {
  for (const [n, { type, storageKey, sha256, mediaType }] of (await originalsOnRecord(tx, record.id)).entries()) {
    const name = `影像/${record.recordNo} ${n + 1} ${pictureKindNames[type as PictureKind]}`
    to.kept.push({ name: `${name}.${mediaType === 'image/png' ? 'png' : 'jpg'}`, storageKey, hash: sha256 })
  }
}

async function addConsent(context: ClinicContext, to: Gathered, id: string): Promise<void> {
  const { tx } = context
  const sheet = await consentDetail(context, id)
  const [kept, clinic] = await Promise.all([keptSheet(tx, id), clinicOfConsent(tx, context.services, id)])
  const name = `同意书/${sheet.consentNo}`
  if (kept) to.kept.push({ name: `${name}.pdf`, storageKey: kept.storageKey, hash: kept.contentHash })
  else
    to.sheets.push({
      name: `${name}.pdf`,
      paper: {
        kind: 'consent',
        sourceId: id,
        versionNo: sheet.signTime ? 1 : UNSIGNED,
        number: sheet.consentNo,
        patientName: '',
      },
      draw: (url) =>
        consentPaper({ ...sheet, clinicId: context.clinicId }, clinic, url, tx.now, {
          remark: sheet.signTime ? ON_DEMAND : '',
          paper: 'a4',
        }),
    })
  const { can: _can, ...data } = sheet
  to.data.push({ name: `${name}.json`, bytes: jsonOf(data) })
}

async function addPrescription(context: ClinicContext, to: Gathered, id: string): Promise<void> {
  const sheet = await prescriptionDetail(context, id)
  const { now } = context.tx
  const { logo } = await letterheadOf(context.tx, context.services, sheet.clinicId)
  const hands = await handsOfPrescription(context.tx, context.services, id)
  to.sheets.push({
    name: `处方/${sheet.rxNo}.pdf`,
    paper: { kind: 'prescription', sourceId: id, versionNo: 1, number: sheet.rxNo, patientName: '' },
    draw: (url) => prescriptionPaper(sheet, url, now, { logo, hands }),
  })
  const { can: _can, ...data } = sheet
  to.data.push({ name: `处方/${sheet.rxNo}.json`, bytes: jsonOf(data) })
}

/**
 * Lays out the sheets, one after the other, and puts everything in the order of its names.
 * @throws AppError PAPER_ALTERED when a consent's kept PDF or a picture is not what was kept
 */
export async function papersOf(
  context: ApartContext,
  { sheets, kept, data }: Gathered,
): Promise<{ files: ZipFile[]; issued: { paper: Issued; code: string; hash: string }[] }> {
  const files = [...data]
  const issued: { paper: Issued; code: string; hash: string }[] = []
  for (const { name, paper, draw } of sheets) {
    const code = newPaperCode()
    const bytes = await renderPdf(draw(verifyUrl(context, code)))
    files.push({ name, bytes })
    issued.push({ paper, code, hash: hashOfBytes(bytes) })
  }
  for (const { name, storageKey, hash } of kept) {
    const bytes = await readAll(await context.services.files.get(storageKey))
    if (hashOfBytes(bytes) !== hash) throw new AppError('PAPER_ALTERED')
    files.push({ name, bytes })
  }
  return { files: files.sort((a, b) => (a.name < b.name ? -1 : 1)), issued }
}

/** The package of these files: the list for both sides, the manifest with the SHA-256 of each, and the files. */
export async function packOf({ files, ...cover }: Omit<Cover, 'files'> & { files: readonly ZipFile[] }): Promise<{
  bytes: Buffer
  packageHash: string
  files: Cover['files'][number][]
}> {
  const told = ({ name, bytes }: ZipFile) => ({ name, bytes: bytes.length, sha256: hashOfBytes(bytes) })
  const whole = files.map(told)
  const list = { name: '封存清单.pdf', bytes: await renderPdf(coverOf({ ...cover, files: whole })) }
  const listed = [...whole, told(list)]
  const manifest = {
    name: 'manifest.json',
    bytes: jsonOf({ sealNo: cover.sealNo, sealedAt: cover.at, files: listed }),
  }
  const bytes = zipOf([list, manifest, ...files], cover.at)
  return { bytes, packageHash: hashOfBytes(bytes), files: [...listed, told(manifest)] }
}

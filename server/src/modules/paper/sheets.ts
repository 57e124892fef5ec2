import type { contract, ParsedInput } from '@dentin/contract'
import type { PerioCells } from '@dentin/clinical/perio/cells'
import type { PaperKind } from '@dentin/contract/paper'
import { sql } from 'kysely'
import { columns, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { ApartContext } from '../../platform/http/context.ts'
import type { PdfSource } from '../../platform/pdf/pdf.ts'
import { consentDetail } from '../consent/index.ts'
import { caseDetail } from '../orthodontic/index.ts'
import { cellsOnPaper } from '../perio/index.ts'
import { prescriptionDetail } from '../prescription/index.ts'
import { picturesForPaper, recordsToPrint, type PrintedRecord } from '../record/index.ts'
import { planToPrint } from '../treatment-plan/index.ts'
import { consentPaper } from './consent-paper.ts'
import { clinicOfConsent, consentVersion, ON_DEMAND } from './consent-sheet.ts'
import type { Issued } from '../issued-document/index.ts'
import { handsOfPrescription, handsOfRecord } from './hands.ts'
import { letterheadOf } from './letterhead.ts'
import { orthoPaper } from './ortho-paper.ts'
import { planPaper } from './plan-paper.ts'
import { prescriptionPaper } from './prescription-paper.ts'
import { recordPaper } from './record-paper.ts'
import { UNSIGNED } from './verify.ts'
import { wearPaper } from './wear-paper.ts'

type Calls = typeof contract.paper
/** Reads what a paper shows, and notes that it was printed. */
type Read = (tx: TenantTx, verifyUrl: string) => Promise<{ issued: Issued; source: PdfSource }>

const versionOf = select(columns('medical_record_version', 'v', 'signed_at'))

const prints = select({ times: sql<number>`count(*)::int` })
/** Notes that a document is printed. @returns how often it was, this time among them */
async function printed(tx: TenantTx, entity: string, id: string, patientId: string): Promise<number> {
  // Counted first: the note of a paper that is made as a task is written later.
  const { times } = await tx.need(
    prints.keptFrom`audit a where ${tx.own('a')} and a.entity_id = ${id} and a.action = 'print'`,
  )
  await tx.note('print', entity, id, { patientId })
  return times + 1
}

const given = select({ times: sql<number>`count(*)::int` })
/** Notes that one of the papers of a source is printed. @returns how often it was, this time among them */
async function printedAs(
  tx: TenantTx,
  kind: PaperKind,
  entity: string,
  id: string,
  patientId: string,
): Promise<number> {
  await tx.note('print', entity, id, { patientId })
  const { times } = await tx.need(
    given.keptFrom`issued_document d where ${tx.own('d')} and d.source_id = ${id} and d.kind = ${kind}`,
  )
  return times + 1
}

/** The cells that a periodontal record's graph shows; of an unsigned one also those that are being entered. */
export const graphOf = (
  tx: TenantTx,
  sheet: Pick<PrintedRecord, 'id' | 'recordType' | 'content' | 'signTime'>,
): Promise<PerioCells | null> => {
  const chartId = sheet.content.perio?.chartId ?? null
  const has = sheet.recordType === 3 && (chartId !== null || sheet.signTime === null)
  return has ? cellsOnPaper(tx, sheet.id, chartId) : Promise.resolve(null)
}

/** A record. */
export const recordSheet =
  (context: ApartContext, { id, paper, chart, pictures: asked }: ParsedInput<Calls['record']>): Read =>
  async (tx, verifyUrl) => {
    const [sheet] = await recordsToPrint({ ...context, tx }, { id })
    if (!sheet) throw new AppError('NOT_FOUND')
    const letterhead = await letterheadOf(tx, context.services, sheet.clinicId)
    const [newest, pictures, perio, hands] = await Promise.all([
      tx.row(
        versionOf.keptFrom`medical_record_version v
          where ${tx.own('v')} and v.record_id = ${id} order by v.version_no desc limit 1`,
      ),
      (asked ?? letterhead.pictures) ? picturesForPaper({ ...context, tx }, id) : [],
      graphOf(tx, sheet),
      handsOfRecord(tx, context.services, id),
    ])
    await tx.note('print', 'medical_record', id, { patientId: sheet.patientId })
    return {
      issued: {
        kind: 'record',
        sourceId: id,
        // A text that nobody has signed is no version.
        versionNo: sheet.signTime ? sheet.versionNo : UNSIGNED,
        number: sheet.recordNo,
        patientName: sheet.patientName,
      },
      source: recordPaper({
        sheet,
        mouth: chart ? sheet.mouth : null,
        paper: paper ?? letterhead.paper,
        letterhead,
        verifyUrl,
        amendedAt: newest?.signedAt ?? null,
        perio,
        pictures,
        hands,
      }),
    }
  }

/** A prescription. */
export const prescriptionSheet =
  (context: ApartContext, id: string): Read =>
  async (tx, verifyUrl) => {
    const sheet = await prescriptionDetail({ ...context, tx }, id)
    const [{ logo }, hands] = await Promise.all([
      letterheadOf(tx, context.services, sheet.clinicId),
      handsOfPrescription(tx, context.services, id),
    ])
    const times = await printed(tx, 'prescription', id, sheet.patientId)
    return {
      issued: { kind: 'prescription', sourceId: id, versionNo: 1, number: sheet.rxNo, patientName: sheet.patientName },
      source: prescriptionPaper(sheet, verifyUrl, tx.now, { logo, hands, times }),
    }
  }

/** A treatment plan. */
export const planSheet =
  (context: ApartContext, { id, paper }: ParsedInput<Calls['plan']>): Read =>
  async (tx, verifyUrl) => {
    const sheet = await planToPrint({ ...context, tx }, id)
    const { plan } = sheet
    const letterhead = await letterheadOf(tx, context.services, plan.clinicId)
    return {
      issued: {
        kind: 'plan',
        sourceId: id,
        versionNo: plan.version,
        number: plan.planNo,
        patientName: plan.patientName,
      },
      source: planPaper(sheet, verifyUrl, { ...letterhead, paper: paper ?? letterhead.paper }),
    }
  }

/** An orthodontic case for another clinic. */
export const orthoSheet =
  (context: ApartContext, { id, paper }: ParsedInput<Calls['ortho']>): Read =>
  async (tx, verifyUrl) => {
    const found = await caseDetail({ ...context, tx }, { id })
    const letterhead = await letterheadOf(tx, context.services, found.clinicId)
    const times = await printedAs(tx, 'ortho', 'ortho_case', id, found.patientId)
    return {
      issued: {
        kind: 'ortho',
        sourceId: id,
        versionNo: found.version,
        number: found.caseNo,
        patientName: found.patientName,
      },
      source: orthoPaper(found, verifyUrl, tx.now, { ...letterhead, paper: paper ?? letterhead.paper }, times),
    }
  }

/** What the patient of an orthodontic case wears. */
export const wearSheet =
  (context: ApartContext, { id, paper }: ParsedInput<Calls['orthoWear']>): Read =>
  async (tx, verifyUrl) => {
    const found = await caseDetail({ ...context, tx }, { id })
    const letterhead = await letterheadOf(tx, context.services, found.clinicId)
    const times = await printedAs(tx, 'orthoWear', 'ortho_case', id, found.patientId)
    const source = wearPaper(found, verifyUrl, tx.now, { ...letterhead, paper: paper ?? letterhead.paper }, times)
    if (!source) throw new AppError('NOTHING_WORN')
    return {
      issued: {
        kind: 'orthoWear',
        sourceId: id,
        versionNo: found.version,
        number: found.caseNo,
        patientName: found.patientName,
      },
      source,
    }
  }

/** A consent of which no PDF is kept. */
export const consentSheet =
  (context: ApartContext, { id, paper }: ParsedInput<Calls['consent']>): Read =>
  async (tx, verifyUrl) => {
    const sheet = await consentDetail({ ...context, tx }, id)
    const clinic = await clinicOfConsent(tx, context.services, id)
    const times = await printed(tx, 'consent', id, sheet.patientId)
    const shown = { ...sheet, clinicId: context.clinicId }
    return {
      issued: {
        kind: 'consent',
        sourceId: id,
        versionNo: consentVersion(sheet),
        number: sheet.consentNo,
        patientName: sheet.patientName,
      },
      source: consentPaper(shown, clinic, verifyUrl, tx.now, {
        remark: [sheet.signTime && ON_DEMAND, `第 ${times} 次打印`].filter(Boolean).join('　'),
        paper: paper ?? clinic.paper,
      }),
    }
  }

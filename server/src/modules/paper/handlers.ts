import type { contract } from '@dentin/contract'
import { consentStates } from '@dentin/contract/consent'
import { sql } from 'kysely'
import { columns, select } from '../../platform/database/select.ts'
import { AppError } from '../../platform/errors.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { readSettings } from '../clinic/index.ts'
import { prescriptionDetail } from '../prescription/index.ts'
import { planToPrint } from '../treatment-plan/index.ts'
import { consentDetail } from '../consent/index.ts'
import { mouthAfter, recordsToPrint } from '../record/index.ts'
import { consentPaper } from './consent-paper.ts'
import { issue } from './issue.ts'
import { planPaper } from './plan-paper.ts'
import { prescriptionPaper } from './prescription-paper.ts'
import { recordPaper } from './record-paper.ts'
import { UNSIGNED, verifyPaper } from './verify.ts'

const settingsOf = select({ settings: sql<Record<string, unknown>>`c.settings` })
const letterhead = select(columns('clinic', 'c', 'address', 'phone'))
const versionOf = select(columns('medical_record_version', 'v', 'signed_at'))

export const paperHandlers: Handlers<typeof contract.paper> = {
  record: (context, { id, paper, chart }) =>
    issue(context, async (tx, verifyUrl) => {
      const [sheet] = await recordsToPrint({ ...context, tx }, { id })
      if (!sheet) throw new AppError('NOT_FOUND')
      const [mouth, newest, clinic] = await Promise.all([
        chart ? mouthAfter(tx, { ...sheet, marks: sheet.content.toothMarks }) : null,
        tx.row(
          versionOf.keptFrom`medical_record_version v
            where ${tx.own('v')} and v.record_id = ${id} order by v.version_no desc limit 1`,
        ),
        tx.need(settingsOf.keptFrom`clinic c where ${tx.own('c')} and c.id = ${context.clinicId}`),
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
          mouth,
          paper: paper ?? readSettings(clinic.settings).recordPaper,
          verifyUrl,
          amendedAt: newest?.signedAt ?? null,
        }),
      }
    }),

  prescription: (context, { id }) =>
    issue(context, async (tx, verifyUrl) => {
      const sheet = await prescriptionDetail({ ...context, tx }, id)
      await tx.note('print', 'prescription', id, { patientId: sheet.patientId })
      return {
        issued: {
          kind: 'prescription',
          sourceId: id,
          versionNo: 1,
          number: sheet.rxNo,
          patientName: sheet.patientName,
        },
        source: prescriptionPaper(sheet, verifyUrl, tx.now),
      }
    }),

  plan: (context, { id }) =>
    issue(context, async (tx, verifyUrl) => {
      const sheet = await planToPrint({ ...context, tx }, id)
      const { plan } = sheet
      return {
        issued: {
          kind: 'plan',
          sourceId: id,
          versionNo: plan.version,
          number: plan.planNo,
          patientName: plan.patientName,
        },
        source: planPaper(sheet, verifyUrl),
      }
    }),

  consent: (context, { id }) =>
    issue(context, async (tx, verifyUrl) => {
      const sheet = await consentDetail({ ...context, tx }, id)
      const clinic = await tx.need(
        letterhead.keptFrom`consent k join clinic c on ${tx.own('c')} and c.id = k.clinic_id
          where ${tx.own('k')} and k.id = ${id}`,
      )
      await tx.note('print', 'consent', id, { patientId: sheet.patientId })
      return {
        issued: {
          kind: 'consent',
          sourceId: id,
          versionNo: consentStates.is(sheet.status, 'toSign') ? UNSIGNED : 1,
          number: sheet.consentNo,
          patientName: sheet.patientName,
        },
        source: consentPaper(sheet, clinic, verifyUrl, tx.now),
      }
    }),

  verify: verifyPaper,
}

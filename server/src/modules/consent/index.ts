import { module } from '../../platform/module.ts'
import { copy } from './copy.ts'
import { deletionGuard } from './deletion-guard.ts'
import { consentHandlers } from './handlers.ts'
import { mergeRules } from './merge-rules.ts'
import { consentsOfRecord, lackingFor, tieToRecord } from './required.ts'
import { tariffLinks } from './tariff-links.ts'

export { consentDetail, consentsOf } from './queries.ts'
export { orthoTermsSigned, photosAllowed, photosAllowedOf } from './required.ts'
export { keptSheet } from './sheet.ts'
export type { ConsentToDraw, Emergency, DrawSheet, OrthoCaseForConsent, PlanForConsent } from './extension-points.ts'

/** What this module is to the rest of the house. */
export const consentModule = module({
  name: 'consent',
  owns: [
    'consent',
    'consent_link',
    'consent_requirement',
    'consent_sheet',
    'consent_signature',
    'consent_template',
    'consent_template_version',
    'consent_text',
  ],
  reads: [
    'appoint_item',
    'appointment',
    'clinic',
    'employee',
    'file_object',
    'patient',
    'registration',
    'tariff',
    'tariff_category',
  ],
  handlers: { consent: consentHandlers },
  topics: { consent: ['/patientConsent:view'] },
  constraints: {
    consent_requirement_tariff_fk: { refusal: 'NOT_FOUND', field: 'tariffIds', message: '没有这个收费项目' },
    consent_requirement_category_fk: { refusal: 'NOT_FOUND', field: 'categoryIds', message: '没有这个分类' },
    consent_requirement_item_fk: { refusal: 'NOT_FOUND', field: 'appointItemIds', message: '没有这个预约项目' },
    consent_signature_key: 'CONSENT_SIGNED_TWICE',
  },
  clinic: { tariffLinks },
  patient: { mergeRules, deletionGuard, copy: [copy] },
  record: { consentsLacking: lackingFor, consentsBeside: consentsOfRecord, signed: tieToRecord },
})

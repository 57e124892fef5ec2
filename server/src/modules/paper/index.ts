import { module } from '../../platform/module.ts'
import { drawSheet } from './consent-sheet.ts'
import { paperHandlers, recordSealHandlers } from './handlers.ts'

/** What this module is to the rest of the house: PDFs that are given out, and the public check of one. */
export const paperModule = module({
  name: 'paper',
  owns: [],
  reads: [
    'audit',
    'clinic',
    'consent',
    'document_code',
    'issued_document',
    'medical_record',
    'medical_record_version',
    'ortho_case',
    'prescription',
    'treatment_plan',
  ],
  handlers: { paper: paperHandlers, recordSeal: recordSealHandlers },
  consent: { drawSheet },
})

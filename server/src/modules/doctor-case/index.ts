import { module } from '../../platform/module.ts'
import { copy } from './copy.ts'
import { deletionGuard } from './deletion-guard.ts'
import { doctorCaseHandlers } from './handlers.ts'
import { defineCaseJobs, WITHDRAWN } from './jobs.ts'
import { mergeRules } from './merge-rules.ts'
import { takeDownWithdrawn } from './publishing.ts'
import { heldByCases } from './writing.ts'

/** What this module is to the rest of the house. */
export const doctorCaseModule = module({
  name: 'doctor-case',
  owns: ['doctor_case', 'doctor_case_image', 'doctor_case_shown'],
  reads: ['clinic', 'clinic_image', 'file_object', 'patient'],
  handlers: { doctorCase: doctorCaseHandlers },
  jobs: defineCaseJobs,
  topics: { doctorCase: ['/doctorPatientCommunication:view', '/caseList:view'] },
  picture: { heldBy: heldByCases },
  consent: {
    photosWithdrawn: async (tx, services, patientId) => {
      // The clinic's own go at once; a clinic can't change what others wrote, which the job does.
      await takeDownWithdrawn(tx, patientId)
      await services.jobs.enqueue(tx, WITHDRAWN, { tenantId: tx.tenantId, patientId })
    },
  },
  patient: { mergeRules, deletionGuard, copy: [copy] },
})

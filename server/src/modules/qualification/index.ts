import { module } from '../../platform/module.ts'
import { constraints } from './constraints.ts'
import { qualificationHandlers } from './handlers.ts'
import { defineQualificationJobs } from './jobs.ts'
import { shownLicence } from './queries.ts'

export type { ClinicPapers, OrganisationPapers } from './papers.ts'
export {
  approveReview,
  pendingReviews,
  rejectReview,
  reviewDetail,
  reviewPicture,
  type DoctorPapers,
  type ReviewDetail,
  type ReviewEntry,
  type ReviewSubject,
} from './reviews.ts'

/** What this module is to the rest of the house. */
export const qualificationModule = module({
  name: 'qualification',
  owns: ['clinic_licence', 'doctor_auth', 'organisation_auth'],
  reads: ['account', 'account_clinic', 'chair', 'clinic', 'company', 'employee_post', 'post_resource'],
  handlers: { qualification: qualificationHandlers },
  jobs: defineQualificationJobs,
  constraints,
  clinic: { licenceOf: shownLicence },
})

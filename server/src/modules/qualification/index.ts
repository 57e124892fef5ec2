import './constraints.ts'

export { qualificationHandlers } from './handlers.ts'
export { defineQualificationJobs } from './jobs.ts'
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

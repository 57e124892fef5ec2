import { platformErrors } from '@dentin/contract/core/errors'
import { provider } from '@dentin/contract/provider'
import type { WireOutput } from '@dentin/contract/core/call'
import { useLocation, useParams } from 'react-router'
import { Decided, Decision, listOf, ReviewTags, type ReviewSubject } from '../../../features/provider/index.ts'
import {
  ComparedDoctor,
  DoctorPapers,
  ComparedPapers,
  OrganisationPapers,
  pictureRef,
} from '../../../features/qualification/index.ts'
import { fetchFile } from '../../../lib/client.ts'
import { PictureSource } from '../../../lib/pictures.ts'
import { useCall } from '../../../lib/query.ts'
import { EmptyState, ErrorLine, InfoBar, LinkButton, Page, PageTitle, SkeletonRows } from '../../../ui/index.ts'
import s from './review.module.css'

type Review = WireOutput<typeof provider.review>
type Doctor = NonNullable<Review['doctor']>['submitted']
type Clinic = NonNullable<Review['organisation']>['branches'][number]

/** Pictures as one of the provider's staff reads them. */
const source = {
  name: 'review',
  read: (id: string, signal: AbortSignal) => fetchFile(provider.reviewPicture, { id }, { signal }),
}
const doctorOf = ({ idCard, cert, ...words }: Doctor) => ({
  ...words,
  idCardPath: idCard.map(pictureRef),
  certPath: cert.map(pictureRef),
})
const clinicOf = <C extends Clinic>({ businessLicense, permitLicense, ...words }: C) => ({
  ...words,
  businessLicense: businessLicense === null ? null : pictureRef(businessLicense),
  permitLicense: permitLicense === null ? null : pictureRef(permitLicense),
})

/** /platform/doctors/:id and /platform/organisations/:id: what was handed in, beside what is in force, and the decision. */
export default function PlatformReview() {
  const { id = '' } = useParams()
  const subject: ReviewSubject = useLocation().pathname.startsWith('/platform/doctors') ? 'doctor' : 'organisation'
  // Looking is written down: once, not whenever the window comes to the front again.
  const found = useCall(provider.review, { subject, id }, { keep: false, staleTime: Infinity })
  const review = found.data
  const back = { label: subject === 'doctor' ? '医生审核' : '机构审核', to: listOf(subject) }
  return (
    <Page>
      <PageTitle title={review?.name ?? '资质'} crumbs={[back]} />
      {review && (
        <InfoBar
          size="compact"
          title={review.name}
          aside={<ReviewTags entry={review} />}
          facts={
            <>
              <span>{review.about}</span>
              <span className="num">{review.phone}</span>
              <span className="num">{review.submittedAt.slice(0, 16)} 提交</span>
            </>
          }
        />
      )}
      <div className={s.papers}>
        {found.error?.is(platformErrors.NOT_FOUND) ? (
          <EmptyState
            layout="stack"
            icon="file"
            title="没有这份资质"
            hint="可能已被提交人撤回"
            action={<LinkButton to={back.to}>回到{back.label}</LinkButton>}
          />
        ) : found.error ? (
          <ErrorLine onRetry={() => void found.refetch()}>{found.error.message}</ErrorLine>
        ) : review ? (
          <PictureSource value={source}>
            <Decided review={review} />
            <Papers review={review} />
          </PictureSource>
        ) : (
          <SkeletonRows rows={8} />
        )}
      </div>
      {review && <Decision review={review} />}
    </Page>
  )
}

function Papers({ review }: { review: Review }) {
  const { doctor, organisation } = review
  if (doctor)
    return doctor.former ? (
      <ComparedDoctor before={doctorOf(doctor.former)} after={doctorOf(doctor.submitted)} />
    ) : (
      <DoctorPapers papers={doctorOf(doctor.submitted)} />
    )
  if (!organisation) return null
  return organisation.former ? (
    <ComparedPapers before={clinicOf(organisation.former)} after={clinicOf(organisation.submitted)} withPictures />
  ) : (
    <OrganisationPapers
      papers={clinicOf(organisation.submitted)}
      branches={organisation.branches.map((branch) => clinicOf(branch))}
    />
  )
}

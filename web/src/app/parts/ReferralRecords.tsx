import type { ReactNode } from 'react'
import { Referrals } from '../../features/visit/index.ts'
import { Page, PageTitle, Segmented, urlEnum, useUrlState } from '../../ui/index.ts'
import { patientTo } from './patient-links.ts'
import s from './referral-records.module.css'
import { ReportOf } from './report-of.tsx'

const parts = { referred: '转诊', introduced: '转介绍' } as const
const codecs = { part: urlEnum(Object.keys(parts) as (keyof typeof parts)[], 'referred') }

/** Patients who were referred from doctor to doctor, and those whom somebody introduced. */
export function ReferralRecords({ door, tabs }: { door: 'referralRecord' | 'clinicreferralRecord'; tabs?: ReactNode }) {
  const [{ part }, setUrl] = useUrlState(codecs)
  const choice = (
    <>
      {tabs}
      <div className={s.parts}>
        <Segmented
          label="记录"
          options={(Object.keys(parts) as (keyof typeof parts)[]).map((value) => ({ value, label: parts[value] }))}
          value={part}
          onChange={(next) => setUrl({ part: next })}
        />
      </div>
    </>
  )
  if (part === 'introduced') return <ReportOf door={door} tabs={choice} />
  return (
    <Page>
      <PageTitle />
      {choice}
      <Referrals patientHref={patientTo} />
    </Page>
  )
}

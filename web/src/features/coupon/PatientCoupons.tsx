import { COUPON_KINDS, type CouponKind } from '@dentin/kit/bill-amounts'
import { useState } from 'react'
import { Link } from 'react-router'
import { deferred } from '../../lib/deferred.ts'
import { useCan } from '../../lib/permission.ts'
import { Button, ErrorLine, SkeletonRows, TextButton } from '../../ui/index.ts'
import { couponStates } from '@dentin/contract/coupon'
import { CouponState } from './CouponState.tsx'
import { usePatientCoupons, type Coupon } from './hooks.ts'
import { thresholdWords, worthWords } from './words.ts'
import s from './coupon.module.css'

const IssueDialog = deferred(async () => (await import('./IssueDialog.tsx')).IssueDialog)
const VoidDialog = deferred(async () => (await import('./IssueDialog.tsx')).VoidDialog)

/** A patient's coupons: those to be used first. */
export function PatientCoupons({ patientId, billTo }: { patientId: string; billTo: (billId: string) => string }) {
  const can = useCan()
  const found = usePatientCoupons(patientId)
  const [issuing, setIssuing] = useState(false)
  const [voiding, setVoiding] = useState<Coupon | null>(null)
  const { data, error } = found
  return (
    <section className={s.block} aria-label="优惠券">
      <div className={s.head}>
        <h3 className="t-14 bold">优惠券</h3>
        {can('/coupons:issue') && (
          <Button size="sm" icon="plus" onClick={() => setIssuing(true)}>
            发券
          </Button>
        )}
      </div>
      {error && !data && (
        <ErrorLine onRetry={() => void found.refetch()} retrying={found.isFetching}>
          {error.message}
        </ErrorLine>
      )}
      {!error && !data && <SkeletonRows rows={2} />}
      {data?.length === 0 && <p className="t-13 tertiary">还没有优惠券</p>}
      <ul className={s.rows}>
        {(data ?? []).map((row) => (
          <li key={row.id} className={s.row}>
            <span className={s.face}>
              <span className="bold">{row.name}</span>
              <span className="t-13 secondary">
                {COUPON_KINDS[row.rules.kind as CouponKind]}　{worthWords(row.rules)}　
                {thresholdWords(row.rules.threshold)}
              </span>
              <span className="t-12 tertiary num">{row.code}</span>
            </span>
            <span className={s.state}>
              {row.billId && (
                <Link className="t-12 num" to={billTo(row.billId)}>
                  {row.billNo}
                </Link>
              )}
              <span className="t-12 tertiary num">至 {row.validUntil}</span>
              {can('/coupons:void') && couponStates.may('void', row.status) && row.billId === null && (
                <TextButton tone="quiet" onClick={() => setVoiding(row)}>
                  作废
                </TextButton>
              )}
              <CouponState status={row.status} />
            </span>
          </li>
        ))}
      </ul>
      {issuing && <IssueDialog patientId={patientId} onClose={() => setIssuing(false)} />}
      {voiding && <VoidDialog coupon={voiding} onClose={() => setVoiding(null)} />}
    </section>
  )
}

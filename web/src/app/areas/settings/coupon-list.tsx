import { CouponTypes } from '../../../features/coupon/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'

/** /couponList: what coupons the company gives. */
export default function CouponTypesPage() {
  return (
    <Page>
      <PageTitle />
      <CouponTypes />
    </Page>
  )
}

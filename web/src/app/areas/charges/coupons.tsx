import { CouponList } from '../../../features/coupon/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'
import { Relative } from '../../parts/CardsOf.tsx'
import { membersTo, payingTo } from '../../parts/patient-links.ts'

/** /coupons: the coupons that were given to patients. */
export default function CouponsPage() {
  return (
    <Page>
      <PageTitle />
      <CouponList cardsTo={membersTo} billTo={payingTo} renderPicker={(onPick) => <Relative onPick={onPick} />} />
    </Page>
  )
}

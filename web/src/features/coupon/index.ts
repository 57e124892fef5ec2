export { CouponTypes } from './CouponTypes.tsx'
export { CouponList } from './CouponList.tsx'
export { PatientCoupons } from './PatientCoupons.tsx'

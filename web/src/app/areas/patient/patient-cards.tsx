import { CardsOf } from '../../parts/CardsOf.tsx'

/** 会员卡 in the patient's file. */
export default CardsOf

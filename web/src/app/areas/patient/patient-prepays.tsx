import { PrepaysOf } from '../../parts/PrepaysOf.tsx'

/** 预交金 in the patient's file. */
export default PrepaysOf

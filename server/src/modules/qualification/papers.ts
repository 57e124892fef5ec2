import { PICTURE_PREFIX } from '@dentin/contract/core/pictures'
import type { LocalDate } from '@dentin/kit'

/** A picture on the wire. */
export interface PictureRef {
  prefix: typeof PICTURE_PREFIX
  path: string
}
export const pictureRef = (id: string): PictureRef => ({ prefix: PICTURE_PREFIX, path: id })

/** The papers of one clinic, as they are handed in and kept. Pictures by their id. */
export interface ClinicPapers {
  clinicName: string
  clinicShortName: string
  creditCode: string
  businessLicense: string | null
  permitNo: string
  permitExpire: LocalDate | null
  permitLicense: string | null
  chairCount: number
  province: string
  city: string
  district: string
  address: string
  phone: string
}
/** The papers of a clinic on its own or the first of a chain. */
export interface OrganisationPapers extends ClinicPapers {
  companyName: string
  legalPerson: string
  principal: string
  diagnosisSubjects: string
}

/** Papers with their pictures as the wire has them. */
type Shown<P extends ClinicPapers> = Omit<P, 'businessLicense' | 'permitLicense'> & {
  businessLicense: PictureRef | null
  permitLicense: PictureRef | null
}
/** Papers as a form sends them. */
export type Sent<P extends ClinicPapers> = Omit<P, 'businessLicense' | 'permitLicense' | 'permitExpire'> & {
  businessLicense: PictureRef
  permitLicense: PictureRef
  permitExpire: LocalDate
}

/** From the form to what is kept. A clinic without a short name takes its name. */
export function kept<P extends ClinicPapers>(sent: Sent<P>): P {
  return {
    ...sent,
    clinicShortName: sent.clinicShortName || sent.clinicName.slice(0, 12),
    businessLicense: sent.businessLicense.path,
    permitLicense: sent.permitLicense.path,
  } as unknown as P
}

/** From what is kept to the screen; pictures only for whoever may see them. */
export function shown<P extends ClinicPapers>(papers: P, withPictures = true): Shown<P> {
  const picture = (id: string | null) => (id && withPictures ? pictureRef(id) : null)
  return { ...papers, businessLicense: picture(papers.businessLicense), permitLicense: picture(papers.permitLicense) }
}

/** Where a clinic is, in one line. */
export function fullAddress(papers: Pick<ClinicPapers, 'province' | 'city' | 'district' | 'address'>): string {
  const { province, city, district, address } = papers
  return `${province === city ? '' : province}${city}${district}${address}`
}

/** The provinces, autonomous regions, municipalities and special regions, in the order of the national standard. */
export const PROVINCES = [
  '北京市',
  '天津市',
  '河北省',
  '山西省',
  '内蒙古自治区',
  '辽宁省',
  '吉林省',
  '黑龙江省',
  '上海市',
  '江苏省',
  '浙江省',
  '安徽省',
  '福建省',
  '江西省',
  '山东省',
  '河南省',
  '湖北省',
  '湖南省',
  '广东省',
  '广西壮族自治区',
  '海南省',
  '重庆市',
  '四川省',
  '贵州省',
  '云南省',
  '西藏自治区',
  '陕西省',
  '甘肃省',
  '青海省',
  '宁夏回族自治区',
  '新疆维吾尔自治区',
  '台湾省',
  '香港特别行政区',
  '澳门特别行政区',
] as const

/** A province that is a city itself: its city needs not be asked. */
export const isMunicipality = (province: string): boolean => /^(北京|天津|上海|重庆)市$|特别行政区$/.test(province)

/** An address as it is written on a parcel; a municipality is named once. */
export function postalAddress(at: { province: string; city: string; district: string; detail: string }): string {
  return [at.province, at.city === at.province ? '' : at.city, at.district, at.detail].join('')
}

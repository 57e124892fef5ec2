import { multiply, formatYuan, sum, type Fen } from '@dentin/kit'
import { AppError, fieldError } from '../../platform/errors.ts'

// Lines that are sold together for one price: all of a package stands on the bill, as it is offered or as it was saved.

/** A line as it was typed, with what the price list says. */
export interface PackageLine {
  tariffId: string
  name: string
  qty: number
  price: Fen
  listPrice: Fen
  discountPercent: number
  planLineId: string | null
  packageId: string | null
  packageNo: number | null
}
interface Content {
  /** Of a saved one: its number on the bill. */
  no?: number
  name: string
  price: Fen
  items: readonly { tariffId: string; qty: number; price?: Fen }[]
}
/** What a line is sold in. */
export interface Packed {
  packageName: string | null
  packagePrice: Fen | null
}

/** The same items in the same quantities, each as often, in whatever order? */
const isSame = (one: Content['items'], other: Content['items']): boolean => {
  const sorted = (items: Content['items']) =>
    items
      .map(({ tariffId, qty }) => `${tariffId} ${qty}`)
      .sort()
      .join()
  return sorted(one) === sorted(other)
}

/** Packages as they stand on a saved bill: they keep what they were sold as, whatever the list says now. */
export function savedPackages(
  items: readonly {
    tariffId: string | null
    qty: number
    price: Fen
    packageId: string | null
    packageNo: number | null
    packageName: string | null
    packagePrice: Fen | null
  }[],
): Map<string, Content[]> {
  const groups = new Map<
    string,
    { packageId: string; content: Content & { items: { tariffId: string; qty: number; price: Fen }[] } }
  >()
  for (const { tariffId, qty, price, packageId, packageNo, packageName, packagePrice } of items) {
    if (!packageId || !tariffId) continue
    const key = `${packageId} ${packageNo}`
    const group = groups.get(key) ?? {
      packageId,
      content: { no: packageNo ?? 0, name: packageName ?? '', price: packagePrice as Fen, items: [] },
    }
    group.content.items.push({ tariffId, qty, price })
    groups.set(key, group)
  }
  const saved = new Map<string, Content[]>()
  for (const { packageId, content } of groups.values()) saved.set(packageId, [...(saved.get(packageId) ?? []), content])
  return saved
}

/**
 * Of each line the package that it is sold in.
 * @param offered packages of the list; one that is switched off may stay where it was saved
 * @throws AppError when a package is not whole, or a line of it costs something else
 */
export function packed(
  lines: readonly PackageLine[],
  offered: ReadonlyMap<string, Content & { enabled: boolean }>,
  saved: ReadonlyMap<string, readonly Content[]>,
): Packed[] {
  const groups = new Map<number, { packageId: string; places: number[] }>()
  for (const [n, line] of lines.entries()) {
    const field = `items.${n}`
    if ((line.packageId === null) !== (line.packageNo === null))
      throw fieldError('BAD_INPUT', `${field}.packageNo`, '套餐与序号须一起填写')
    if (line.packageId === null || line.packageNo === null) continue
    if (line.planLineId !== null) throw fieldError('BAD_INPUT', `${field}.packageId`, '计划里的项目不能放进套餐')
    if (line.discountPercent !== 100)
      throw fieldError('BAD_INPUT', `${field}.discountPercent`, `套餐里的${line.name}不再打折`)
    const group = groups.get(line.packageNo) ?? { packageId: line.packageId, places: [] }
    if (group.packageId !== line.packageId)
      throw fieldError('BAD_INPUT', `${field}.packageNo`, '两个套餐用了同一个序号')
    group.places.push(n)
    groups.set(line.packageNo, group)
  }
  const result: Packed[] = lines.map(() => ({ packageName: null, packagePrice: null }))
  for (const [no, { packageId, places }] of groups) {
    const field = `items.${places[0]}.packageId`
    const items = places.map((n) => lines[n] as PackageLine)
    const kept = saved.get(packageId)?.find((content) => content.no === no && isSame(items, content.items))
    const listed = offered.get(packageId)
    if (!kept && !listed) throw fieldError('NOT_FOUND', field, '没有这个套餐')
    if (!kept && listed && !listed.enabled) throw fieldError('PACKAGE_OFF', field, `${listed.name}已停用`)
    if (!kept && listed && !isSame(items, listed.items)) {
      const message = `${listed.name}的内容与套餐不符，请移除后重新加`
      throw new AppError('PACKAGE_CHANGED', { message, fields: [{ field, message }] })
    }
    for (const n of places) {
      const { tariffId, price, listPrice, name } = lines[n] as PackageLine
      const was = kept?.items.find((each) => each.tariffId === tariffId)?.price
      if (price !== listPrice && price !== was)
        throw fieldError('PRICE_NOT_ALLOWED', `items.${n}.price`, `套餐里的${name}不能改价`)
    }
    const { name, price } = (kept ?? listed) as Content
    const whole = sum(items.map((item) => multiply(item.price, item.qty)))
    if (price > whole) {
      const message = `${name}的套餐价 ${formatYuan(price)} 高于各项现价合计 ${formatYuan(whole)} 元`
      throw new AppError('PACKAGE_CHANGED', { message, fields: [{ field, message }] })
    }
    for (const n of places) result[n] = { packageName: name, packagePrice: price }
  }
  return result
}

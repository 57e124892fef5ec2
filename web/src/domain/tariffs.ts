import { clinic } from '@dentin/contract/clinic'
import type { WireOutput } from '@dentin/contract/core/call'
import { send } from '../lib/client.ts'

/** An item of the price list, as it is found. */
export type Tariff = WireOutput<typeof clinic.tariffs>['list'][number]

const find = async (ask: { keyword: string; goods?: boolean }, signal?: AbortSignal): Promise<Tariff[]> =>
  (await send(clinic.tariffs, { ...ask, pageSize: 20 }, signal ? { signal } : {})).list

/** Price-list items by name, pinyin, initials or code. */
export const findTariffs = (keyword: string, signal?: AbortSignal): Promise<Tariff[]> => find({ keyword }, signal)

/** The same among what is sold without a visit. */
export const findGoods = (keyword: string, signal?: AbortSignal): Promise<Tariff[]> =>
  find({ keyword, goods: true }, signal)

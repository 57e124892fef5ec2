import { PROVINCES } from '@dentin/kit'
import { z } from 'zod'
import { call, resource, type CallGroup } from './core/call.ts'
import { idOf, optionalText, phone, requestId, requiredText, version } from './core/fields.ts'

const inChinese = (text: string) => /^[\p{Script=Han}·]*$/u.test(text)

const fields = {
  receiver: requiredText('收货人', 30),
  mobile: phone('收货电话'),
  province: z.enum(PROVINCES, { error: '请选择省份' }),
  city: requiredText('城市', 20).refine(inChinese, { error: '城市请写中文名称，如 杭州市' }),
  district: optionalText('区县', 20).refine(inChinese, { error: '区县请写中文名称，如 西湖区' }),
  detail: requiredText('详细地址', 120, 4),
  postcode: optionalText('邮编', 6).refine((text) => /^(\d{6})?$/.test(text), { error: '邮编应为 6 位数字' }),
  tag: optionalText('标签', 10),
  remark: optionalText('备注', 100),
}

/** Where a clinic has its parcels sent. */
export const addressCalls = {
  deliveryAddresses: call({
    method: 'POST',
    path: '/tenant-api/v2/clinic-delivery-address/find',
    doc: '当前门诊的收货地址，默认的在前',
    spec: 'clinic-delivery-address-find',
    allow: resource('/address:view'),
    effect: 'read',
    output: z.array(
      z.object({
        id: z.string(),
        receiver: z.string(),
        mobile: z.string(),
        province: z.string(),
        city: z.string(),
        district: z.string(),
        detail: z.string(),
        postcode: z.string(),
        tag: z.string(),
        remark: z.string(),
        isDefault: z.boolean(),
        version: z.number(),
      }),
    ),
  }),
  saveDeliveryAddress: call({
    method: 'POST',
    path: '/tenant-api/v2/clinic-delivery-address/createOrUpdate',
    doc: '填写或修改收货地址，最多 20 条；第一条就是默认地址',
    spec: 'clinic-delivery-address-create-or-update',
    allow: resource('/address:edit'),
    idempotent: true,
    body: {
      id: idOf('收货地址').nullish(),
      version: version.optional(),
      ...fields,
      isDefault: z.boolean({ error: '请选择是否默认' }).default(false),
      requestId,
    },
    output: z.object({ id: z.string() }),
    errors: ['ADDRESSES_FULL', 'VERSION_CONFLICT', 'NOT_FOUND'],
  }),
  makeDefaultAddress: call({
    method: 'POST',
    path: '/tenant-api/v2/clinic-delivery-address/default',
    doc: '设为默认收货地址，原来的默认不再是',
    spec: null,
    allow: resource('/address:edit'),
    body: { id: idOf('收货地址'), version },
    output: z.null(),
    errors: ['VERSION_CONFLICT', 'NOT_FOUND'],
  }),
  removeDeliveryAddress: call({
    method: 'POST',
    path: '/tenant-api/v2/clinic-delivery-address/delete',
    doc: '删除收货地址；删的是默认地址时，最新的另一条成为默认',
    spec: null,
    allow: resource('/address:edit'),
    body: { id: idOf('收货地址'), version },
    output: z.object({
      /** The default from now on; null: none is left. */
      defaultId: z.string().nullable(),
    }),
    errors: ['VERSION_CONFLICT', 'NOT_FOUND'],
  }),
} satisfies CallGroup

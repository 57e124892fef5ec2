import { appointItemFields } from '../appoint-item-fields.ts'
import { settingList } from '../core/setting-list.ts'

/** What patients are booked for, in the whole company. */
export const appointItems = settingList({
  noun: '预约项目',
  scope: 'all',
  see: '/baseAppointSet:view',
  edit: '/baseAppointSet:edit',
  paths: {
    list: '/tenant-api/appoint-item/list',
    save: '/tenant-api/appoint-item/save',
    sort: '/tenant-api/appoint-item/sort',
    sheet: '/tenant-api/appoint-item/sheet',
  },
  docs: { list: '全部预约项目，含停用的', save: '新建或修改预约项目；停用后不能再约，已约的不变' },
  errors: ['SETTING_NAME_TAKEN'],
  fields: appointItemFields,
  facts: {},
})

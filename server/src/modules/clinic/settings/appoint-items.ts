import * as declared from '@dentin/contract/lists/appoint-items'
import { settingList } from '../../../platform/database/setting-list.ts'

/** What patients are booked for, in the whole company. */
export const appointItems = settingList('appoint_item', declared.appointItems, {})

import { findIcd } from '@dentin/clinical'
import * as declared from '@dentin/contract/lists/own-diagnoses'
import { searchText } from '@dentin/kit/pinyin'
import { settingList } from '../../../platform/database/setting-list.ts'
import { fieldError } from '../../../platform/errors.ts'

/** Diagnoses that the company adds: each has a code that the standard list has not got. */
export const ownDiagnoses = settingList('own_diagnosis', declared.ownDiagnoses, {
  prepare: async (_at, { id, name, code }, { all }) => {
    const isTaken = all.some((each) => each.id !== id && each.code.toUpperCase() === code.toUpperCase())
    if (isTaken || findIcd(code.toUpperCase())) throw fieldError('DIAGNOSIS_CODE_TAKEN', 'code')
    return Promise.resolve({ search: searchText({ name, aliases: [code] }) })
  },
})

import { findIcd } from '@dentin/clinical'
import * as declared from '@dentin/contract/lists/own-diagnoses'
import { searchText } from '@dentin/kit/pinyin'
import { settingList } from '../../../platform/database/setting-list.ts'
import { fieldError } from '../../../platform/errors.ts'

/** Diagnoses that the company adds: each has a code that the standard list has not got. */
export const ownDiagnoses = settingList('own_diagnosis', declared.ownDiagnoses, {
  prepare: async (_at, { id, name, code, ageFrom, ageTo }, { all }) => {
    const isTaken = all.some((each) => each.id !== id && each.code.toUpperCase() === code.toUpperCase())
    if (isTaken || findIcd(code.toUpperCase())) throw fieldError('DIAGNOSIS_CODE_TAKEN', 'code')
    if (ageFrom !== null && ageTo !== null && ageFrom > ageTo)
      throw fieldError('BAD_INPUT', 'ageTo', '适用年龄至不能小于适用年龄自')
    return Promise.resolve({ search: searchText({ name, aliases: [code] }) })
  },
})

import { drugClassNames, type DrugClass } from '@dentin/clinical/drug-checks/class-names'
import { drugClasses, listedDrugs } from '@dentin/clinical/drug-checks/classes'
import { readWords } from '@dentin/clinical/drug-checks/words'
import { Icon } from '../../ui/index.ts'
import s from './allergies.module.css'

interface Props {
  substance: string
  family: DrugClass | null
  adverse: boolean
}

const isClass = (word: string): word is DrugClass => Object.hasOwn(drugClasses, word)
const wordOf = (word: string) =>
  isClass(word) ? drugClassNames[word] : (listedDrugs.find(({ id }) => id === word)?.nameZh ?? word)

/** Says what the drug checks make of an entry, so that nobody trusts in a check that does not happen. */
export function AllergyMatch({ substance, family, adverse }: Props) {
  if (substance.trim() === '' && family === null) return null
  const { found, unknown } = readWords('allergen', substance)
  const known = [...new Set([...(family === null ? [] : [family]), ...found])].map(wordOf)
  if (known.length > 0)
    return (
      <span className={s.match}>
        <Icon name="check" size={14} className="success" />
        开药时按{known.join('、')}核对，{adverse ? '提示' : '阻断'}
      </span>
    )
  return unknown.length > 0 ? (
    <span className={s.match}>
      <Icon name="alert" size={14} className="warning" />
      药品核对认不出这个名称，开药时会提示“无法自动核对”；是某类药时请选类别
    </span>
  ) : (
    <span className={s.match}>与药品无关，不参与开药核对</span>
  )
}

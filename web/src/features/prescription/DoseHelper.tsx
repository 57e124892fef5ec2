import { doseByWeight, readUsualDose, readWeightDose } from '@dentin/clinical/drug-dose'
import { CHILD_BELOW } from '@dentin/contract/core/prescription-words'
import { Button } from '../../ui/index.ts'
import { useDrug } from './hooks.ts'
import s from './prescription.module.css'

/** The words of the reference on the dose and, for a child with a weight, what they come to, step by step. */
export function DoseHelper({
  drugId,
  age,
  weightKg,
  onTake,
}: {
  drugId: string
  age: number | null
  weightKg: number | null
  onTake: (mg: number) => void
}) {
  const drug = useDrug(drugId).data
  if (!drug) return null
  const isChild = age !== null && age < CHILD_BELOW
  const words = isChild ? drug.texts.childDose : drug.texts.adultDose
  const byWeight = isChild ? readWeightDose(drug.texts.childDose) : null
  const worked =
    byWeight && weightKg !== null ? doseByWeight(byWeight, weightKg, readUsualDose(drug.texts.adultDose)) : null
  const single = worked?.singleMg
  return (
    <div className={s.dose}>
      <span>
        {isChild ? '儿童用量' : '成人用量'}：{words || '资料没有写明'}
        {drug.signedName === null && '（待药师复核）'}
      </span>
      {byWeight && weightKg === null && <span className="danger">填写体重后可按 mg/kg 计算</span>}
      {worked && <span>{worked.steps.join(' → ')}</span>}
      {single && (
        <span className={s.doseTake}>
          {[...new Set(single)].map((mg) => (
            <Button key={mg} size="xs" onClick={() => onTake(mg)}>
              每次 {mg} mg
            </Button>
          ))}
        </span>
      )}
    </div>
  )
}

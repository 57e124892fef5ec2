import { DRAWN_AT_MOST, recordQuality } from '@dentin/contract/record-quality'
import { useCallForm } from '../../../lib/form.ts'
import { FormDialog, Picked, Select } from '../../../ui/heavy.ts'
import { toast } from '../../../ui/index.ts'
import { useDraw } from './hooks.ts'
import { monthBefore, monthWords } from './words.ts'

const counts = [1, 2, 3, 5, 10, DRAWN_AT_MOST].map((value) => ({ value, label: `${value} 份` }))

/** Draws so many records of every doctor of a month. */
export function DrawDialog({
  month,
  onClose,
  onDrawn,
}: {
  month: string
  onClose: () => void
  onDrawn: (month: string) => void
}) {
  const draw = useDraw()
  const form = useCallForm(recordQuality.draw, { defaultValues: { month: monthBefore(month, 1), count: 3 } })
  const months = Array.from({ length: 12 }, (_, n) => monthBefore(month, n))
  const submit = form.save(draw.mutateAsync, ({ drawn, doctors }, values) => {
    toast.success(drawn > 0 ? `${doctors} 位医生，新抽 ${drawn} 份` : '这些已经抽过，没有新的')
    onClose()
    onDrawn(values.month)
  })
  return (
    <FormDialog form={form} title="抽查病历" width={420} onClose={onClose} onSubmit={submit} submitText="抽取">
      <Picked form={form} name="month" label="签名月份" required>
        {(field) => <Select {...field} options={months.map((value) => ({ value, label: monthWords(value) }))} />}
      </Picked>
      <Picked
        form={form}
        name="count"
        label="每位医生"
        required
        help="由系统随机排定，同一个月谁来抽都是同样的；你自己的病历不抽"
      >
        {(field) => <Select {...field} options={counts} />}
      </Picked>
    </FormDialog>
  )
}

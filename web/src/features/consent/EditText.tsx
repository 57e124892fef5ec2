import { consentBlocks, type ConsentContent } from '@dentin/contract/consent'
import { useState } from 'react'
import { Button, Field, TextArea } from '../../ui/index.ts'
import s from './consent.module.css'

/** The texts of a consent while nobody has signed. */
export function EditText({
  content,
  busy,
  onCancel,
  onSave,
}: {
  content: ConsentContent
  busy: boolean
  onCancel: () => void
  onSave: (content: ConsentContent) => void
}) {
  const [next, setNext] = useState(content)
  return (
    <div className={s.text}>
      {consentBlocks.map(({ key, name }) => (
        <Field key={key} label={name}>
          <TextArea
            rows={4}
            maxLength={1500}
            value={next[key]}
            onChange={({ target }) => setNext({ ...next, [key]: target.value })}
          />
        </Field>
      ))}
      <Field label="声明" required>
        <TextArea
          rows={3}
          maxLength={500}
          value={next.declaration}
          onChange={({ target }) => setNext({ ...next, declaration: target.value })}
        />
      </Field>
      <div className={s.making}>
        <Button variant="primary" busy={busy} disabled={next.declaration.trim() === ''} onClick={() => onSave(next)}>
          保存正文
        </Button>
        <Button onClick={onCancel}>取消</Button>
      </div>
    </div>
  )
}

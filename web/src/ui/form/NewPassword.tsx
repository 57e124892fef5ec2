import { useState, type ChangeEvent } from 'react'
import type { IconName } from '../icon/Icon.tsx'
import { Field } from './Field.tsx'
import { PasswordField, type TextFieldProps } from './TextField.tsx'

/** The second typing of a new password. */
export interface PasswordAgain {
  text: string
  type: (text: string) => void
  problem: string | null
  /** Says what is wrong with it; true when it is the same as the first. */
  check: () => boolean
}

/** @param password what was typed first */
export function usePasswordAgain(password: () => string): PasswordAgain {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  return {
    text,
    type: (typed) => {
      setText(typed)
      setProblem(null)
    },
    problem,
    check: () => {
      const found = text === '' ? '请再次输入密码' : text === password() ? null : '两次输入密码不一致!'
      setProblem(found)
      return found === null
    },
  }
}

/** A new password, typed twice. The other props go to the first field: those of `register`, or value and onChange. */
export function NewPassword({
  label = '新密码',
  error,
  again,
  required,
  size,
  ...input
}: Omit<TextFieldProps, 'size' | 'icon'> & {
  label?: string
  error?: string | undefined
  again: PasswordAgain
  required?: boolean
  /** lg: the look of the sign-in pages. */
  size?: 'lg'
}) {
  const look = { ...(size && { size, icon: 'lock' as IconName }), autoComplete: 'new-password', maxLength: 40 }
  const place = { required: required ?? false, ...(size && { size }) }
  return (
    <>
      <Field label={label} help="8–20 位，数字、小写、大写、特殊字符中至少 3 种" error={error} {...place}>
        <PasswordField {...look} {...input} />
      </Field>
      <Field label={`确认${label}`} error={again.problem} {...place}>
        <PasswordField
          {...look}
          value={again.text}
          onChange={(event: ChangeEvent<HTMLInputElement>) => again.type(event.target.value)}
          onBlur={() => again.text !== '' && again.check()}
        />
      </Field>
    </>
  )
}

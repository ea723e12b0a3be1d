import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { LoadErrorNotice } from '#web/ui/loading/load-error-notice.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { type PersonContact, personQuery } from './api.ts'
import { isPhoneOrEmail, toContact } from './contact.ts'
import { PersonData } from './person-data.tsx'

/** Finds a person by phone or e-mail. `leadId` shows the person of a lead at once. */
export const PersonSearch = ({ leadId }: { leadId: string | undefined }) => {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [contact, setContact] = useState<PersonContact | undefined>(leadId ? { leadId } : undefined)
  const search = (event: FormEvent) => {
    event.preventDefault()
    const isValid = isPhoneOrEmail(text)
    setError(isValid ? undefined : 'Informe um telefone ou um e-mail')
    if (isValid) setContact(toContact(text))
  }
  return (
    <div className="grid gap-5">
      <form noValidate onSubmit={search} className="flex flex-wrap items-start gap-2">
        <TextField
          label="Telefone ou e-mail da pessoa"
          autoComplete="off"
          autoCapitalize="none"
          className="min-w-[min(15rem,100%)] flex-1"
          value={text}
          error={error}
          onChange={event => setText(event.target.value)}
        />
        <Button type="submit" variant="primary" className="mt-6">
          Buscar
        </Button>
      </form>
      {contact && <Found contact={contact} />}
    </div>
  )
}

const Found = ({ contact }: { contact: PersonContact }) => {
  const person = useQuery(personQuery(contact))
  if (person.data) return <PersonData contact={contact} person={person.data} />
  if (person.isError) return <LoadErrorNotice title="Não foi possível buscar os dados" query={person} />
  return <Spinner />
}

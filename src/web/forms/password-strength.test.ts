import { expect, it } from 'vitest'
import { passwordStrength } from './password-strength.ts'

it.each([
  ['segredo1', 'fraca'],
  ['senha123456', 'fraca'],
  ['aaaaaaaaaaaaaaaaaaaa', 'fraca'],
  ['12345678901234567890', 'fraca'],
  ['Qwert!2345', 'fraca'],
  ['mesa-azul7', 'razoável'],
  ['k7#Pz!2vQw', 'forte'],
  ['cavalo correto bateria', 'forte'],
  ['pão de queijo às sete', 'forte'],
])('rates "%s" as %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength)
})

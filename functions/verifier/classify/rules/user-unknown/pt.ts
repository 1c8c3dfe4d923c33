import type { Rule } from '../../rule.ts';
import { ANOTHER_MATTER } from '../another-matter.ts';
import { eitherOrder, subjectIs } from '../either-order.ts';
import { MAILBOX } from '../mailbox-words.ts';

export const USER_UNKNOWN_PT: Rule = {
  id: 'user-unknown.pt',
  outcome: 'no_such_mailbox',
  codes: ['5'],
  says: [
    eitherOrder({
      things: MAILBOX.pt,
      says: 'desconhecid|in-?existente|n(?:a|.{1,2})o (?:\\S+ ){0,4}?(?:exist|encontr|valid|localiz|cadastrad|regist|reconhec|conhec|correspond|pertenc|provision(?!\\w+ para)|(?<!criad[oa] )corret)|invalid[oaie]|incorret|incorrect[oa]|errad|excluid|removid|apagad|eliminad|descadastrad|impossivel (?:encontrar|localizar)|nao (?:trabalha|faz) mais|ja nao (?:trabalha|faz parte|pertence)|deixou (?:de trabalhar|a (?:empresa|companhia|organizacao|instituicao|universidade))',
      none: 'nenhuma?|nao ha|nao temos|sem',
    }),
    /\b(usuario|utilizador|destinatario|pessoa)( <?@>?| indicad[oa]| informad[oa])? (?:ja )?nao (tem|possui|dispoe de)( mais)? (uma? |nenhuma? )?(conta|caixa)( postal| de (correio|e-?mail))?( eletronico)?(?= (aqui|em|neste|nesta|no|na|com)\b|\W*$|[.,;:!(])/,
    subjectIs(
      MAILBOX.pt,
      '(?:nao|nunca) (?:esta|foi|e|foram) (?:\\S+ )?(?:atribuid[oa](?= a (?:ninguem|nenhum)|\\W*$|[.,;:!(])|hospedad[oa]|alojad[oa]|criad[oa](?! (?:corr|por|devido))|definid[oa]|presente n|configurad[oa] (?:aqui|n[eo])|gerid[oa] por (?:este|noss)|n[oa] noss[oa] (?:sistema|diretorio|servidor|base)|uma? d[oa]s noss[oa]s)|nunca existi|(?:nunca|nao) criad[oa]\\b(?! (?:corr|por|devido))|nao figura entre (?:os|as) noss[oa]s|nao (?:consta|figura|aparece)\\w* (?:(?:[dn][oa]s?|em) noss[oa]s? (?:\\S{0,6}diretorio|sistema|servidor|base|lista de (?:enderecos|usuarios|utilizadores|contas)|registros?|registos?|cadastro)|[dn]est[ea] (?:servidor|sistema))',
    ),
    new RegExp(
      `\\bnenhum dos nossos (?:usuarios|utilizadores|clientes) (?:tem|usa|utiliza) ess|\\bnao (?:hospedamos|alojamos|conhecemos|gerimos) (?:ess[ea]|est[ea]|o|a|nenhuma?) ${MAILBOX.pt}|\\b(?:este|esse|esta|essa) nao e uma? d[oa]s noss[oa]s ${MAILBOX.pt}|\\b(?:impossivel|nao foi possivel) identificar (?:o |a )?${MAILBOX.pt}|\\bninguem (?:\\S+ ){0,2}?(?:tem|usa|utiliza|possui|se chama) (?:(?:ess[ea]|est[ea]) (?:endereco|conta|nome|caixa|e-?mail)|assim\\b)|(?:^\\W*|[.:;,!] )(?:o )?e-?mail nao (?:cadastrad|localizad|registr?ad)`,
    ),
    /\bninguem (com|por|de) (\S+ )?nome|\bnao (ha|existe|tem) (mais )?ninguem (com |em |n)(est|ess)[ea] (\S+ )?(e-?mail|endereco|conta|caixa)\b/,
  ],
  unless: ANOTHER_MATTER,
  examples: [
    '550 Usuário desconhecido',
    '550 Já não há ninguém neste endereço',
    '550 5.1.1 Caixa postal inexistente',
    '550 Endereço não existe',
    '550 Destinatário não encontrado',
    '550 Não existe esse usuário',
    '550 Não foi possível localizar o destinatário',
    '550 Esta conta foi excluída',
    '550 Não há ninguém com esse nome',
    '550 O usuário não tem conta neste servidor',
    '550 A conta nunca foi criada',
    '550 A caixa nunca existiu aqui',
    '550 5.4.1 Destinatário não provisionado',
    '550 O endereço não está alojado aqui',
    '550 O destinatário não consta do nosso diretório',
    '550 E-mail de destino inválido',
    '550 Não hospedamos essa caixa',
    '550 Ninguém aqui tem esse endereço',
    '550 E-mail não cadastrado',
  ],
};

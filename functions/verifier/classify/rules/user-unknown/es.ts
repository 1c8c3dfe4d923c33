import type { Rule } from '../../rule.ts';
import { ANOTHER_MATTER } from '../another-matter.ts';
import { eitherOrder, subjectIs } from '../either-order.ts';
import { MAILBOX } from '../mailbox-words.ts';

export const USER_UNKNOWN_ES: Rule = {
  id: 'user-unknown.es',
  outcome: 'no_such_mailbox',
  codes: ['5'],
  says: [
    eitherOrder({
      things: MAILBOX.es,
      says: 'desconocid|in-?existente|no (?:\\S+ ){0,4}?(?:exist|valid|encontr|encuentr|reconoc|registr|localiz|conoc|hall|correspond|pertenec|ubic|aprovision(?!\\w+ para)|(?<!cread[oa] )correct)|invalid[oaie]|erroneo|erronea|incorrect[oa]|equivocad|eliminad|borrad|de baja|mal escrit|ya no (?:existe|trabaja|esta|forma parte|pertenece)|dejo (?:de trabajar|la (?:empresa|compania|organizacion|institucion|universidad))|imposible (?:encontrar|localizar)',
      none: 'no hay|ningun|ninguna|no tenemos|no existe',
    }),
    /\b(usuario|destinatario|persona)( <?@>?| indicad[oa]| al? l?a? ?que (?:usted )?(?:escribe|se dirige))? (?:ya )?no (tiene|posee|dispone de|cuenta con) (una? |ningun |ninguna )?(cuenta|buzon|casilla)( de (correo|e-?mail))?(?= (aqui|en|con est?e|con ese)\b|\W*$|[.,;:!(])/,
    subjectIs(
      MAILBOX.es,
      '(?:no|nunca|jamas) (?:se )?(?:esta|fue|ha sido|ha|han sido) (?:\\S+ )?(?:asignad[oa](?= a (?:nadie|ningun)|\\W*$|[.,;:!(])|alojad[oa]|cread[oa](?! (?:correct|por|debido))|definid[oa]|presente en (?:est|nuestr)|dad[oa] de alta|configurad[oa] (?:aqui|en (?:est|nuestr))|en nuestr[oa] (?:sistema|directorio|base|servidor))|no dad[oa] de alta|(?:nunca|jamas) (?:ha )?exist|(?:no|nunca) se (?:creo|ha creado|dio de alta|registro)\\b(?! (?:correct|por|debido))|no es gestionad[oa] por (?:este|nuestr)|no (?:figura|aparece|consta)\\w* (?:en|entre) (?:nuestr\\w+|el|este) (?:directorio|sistema|servidor|base|listado|usuarios|registros?)|(?:no|nunca) cread[oa]\\b(?! (?:corr|por|debido))|no nos consta\\b|no es (?:un|una|ninguno|ninguna) de nuestr[oa]s',
    ),
    new RegExp(
      `\\bno (?:tenemos constancia de|gestionamos|tiene) (?:es[aet]e?|esta) ${MAILBOX.es}|\\bno (?:alojamos|hospedamos|conocemos) (?:a )?(?:es[aet]e?|esta|al?|el|la|a ningun) ${MAILBOX.es}|\\b(?:esa|esta|ese) no es un[ao]? de nuestr[oa]s ${MAILBOX.es}|\\bnadie (?:\\S+ ){0,2}?(?:tiene|usa|utiliza|se llama) (?:(?:es[ae]|est[ae]) (?:direccion|cuenta|nombre|buzon|correo)|asi\\b)|\\bno hay nadie (?:llamad|que se llame|con (?:\\S+ )?nombre)|\\bimposible identificar (?:al |el )?${MAILBOX.es}`,
    ),
    /\bnadie (con|por|de) (\S+ )?nombre|\bno hay (ya )?nadie (con|en|tras) (es[ea]|est[ea]) (\S+ )?(e-?mail|correo|direccion|cuenta|buzon|casilla)\b|(?<!(servidor|formato|dominio) de )\b(e-?mail|correo) (no existe|inexistente)/,
  ],
  unless: ANOTHER_MATTER,
  examples: [
    '550 Usuario desconocido',
    '550 Lo sentimos, ya no hay nadie con ese email',
    '550 5.1.1 No existe dicha persona',
    '550 El buzón no existe',
    '550 Usuario inexistente',
    '550 Dirección de destino errónea',
    '550 No existe ese usuario',
    '550 La cuenta ha sido eliminada',
    '550 No hay nadie con ese nombre',
    '550 El usuario no tiene una cuenta en este servidor',
    '550 No se ha podido encontrar al destinatario',
    '550 La dirección de correo no se encuentra registrada',
    '550 El destinatario no figura en nuestro directorio',
    '550 La cuenta nunca ha sido creada',
    '550 El usuario indicado nunca ha existido en esta empresa',
    '550 Ese usuario no está dado de alta',
    '550 Esa dirección no nos consta',
    '550 5.4.1 Destinatario no aprovisionado',
    '550 No alojamos ese buzón',
    '550 Nadie aquí tiene esa dirección',
    '550 No hay nadie llamado juan',
  ],
};
